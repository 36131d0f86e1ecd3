// Draws elements when they come near the view, and the rest in idle time as far as that stays cheap.

const IDLE_WEIGHT = 4000000; // characters drawn ahead of need; beyond it only what is looked at is drawn

class Lazy {
  constructor(root) {
    this.pending = new Map();
    this.weight = 0;
    this.observer = new IntersectionObserver(
      (entries) => entries.forEach((entry) => entry.isIntersecting && this.draw(entry.target)),
      { root, rootMargin: "900px 0px" },
    );
  }

  // `height` is the estimate that holds the element's place until it is drawn.
  add(element, height, weight, fill) {
    element.classList.add("lazy");
    element.style.minHeight = `${height}px`;
    element.style.containIntrinsicSize = `auto ${height}px`;
    this.pending.set(element, { fill, weight });
    this.observer.observe(element);
  }

  draw(element) {
    const job = this.pending.get(element);
    if (!job) return;
    this.pending.delete(element);
    this.observer.unobserve(element);
    element.style.minHeight = "";
    job.fill(element);
  }

  first(count) {
    for (const element of [...this.pending.keys()].slice(0, count)) this.draw(element);
  }

  all() {
    for (const element of [...this.pending.keys()]) this.draw(element);
  }

  idle() {
    const later = window.requestIdleCallback || ((work) => setTimeout(() => work({ timeRemaining: () => 6 }), 30));
    const work = (deadline) => {
      for (const [element, job] of this.pending) {
        if (this.weight + job.weight > IDLE_WEIGHT) return;
        this.weight += job.weight;
        this.draw(element);
        if (deadline.timeRemaining() < 3) break;
      }
      if (this.pending.size) later(work);
    };
    later(work);
  }
}
