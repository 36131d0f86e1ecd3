// Saving: every change goes to the disk at once, one request at a time, and never over what this page has not seen.
// What is not on the disk when the page goes is kept in the tab's own storage, so that a reload loses nothing.

const RETRY = 2000; // milliseconds until the next attempt when the server is not there
const OUTLIVES = 20000; // characters of a request that the browser still sends when the page goes
const TYPING = 350; // milliseconds of rest before typed text is sent

export async function ask(path, { method = "GET", body, headers = {} } = {}) {
  const options = { method, headers: { ...headers } };
  if (body !== undefined) {
    options.body = typeof body === "string" ? body : JSON.stringify(body);
    options.keepalive = method === "PUT" && options.body.length < OUTLIVES;
    options.headers["Content-Type"] = "application/json";
  }
  const response = await fetch(path, options);
  const type = response.headers.get("content-type") || "";
  const data = type.includes("json") ? await response.json() : { error: (await response.text()).trim() };
  if (!response.ok) throw Object.assign(new Error(data.error || `status ${response.status}`), { status: response.status });
  return data;
}

export class Saver {
  // `told(state, message)`: saved, saving, waiting (the server is not there), conflict, refused.
  constructor(number, model, revision, told) {
    Object.assign(this, { number, model, revision, told });
    this.dirty = false;
    this.write = ""; // the page's own name of the last request
    this.timer = 0;
    this.running = null;
    this.stopped = false;
    this.key = `specharness-draft:${location.pathname}:${number}`;
  }

  draft() {
    try {
      const kept = JSON.parse(sessionStorage.getItem(this.key));
      return kept && kept.body ? kept : null;
    } catch {
      return null;
    }
  }

  changed(typing) {
    this.dirty = true;
    if (this.stopped) return;
    this.told("saving");
    clearTimeout(this.timer);
    if (typing) this.timer = setTimeout(() => this.flush(), TYPING);
    else this.flush();
  }

  // When the page goes: what is not on the disk, for the page that comes after it in this tab. A request under way may
  // still come through; its name tells that it did.
  keep() {
    if (!this.dirty && !this.running) return;
    try {
      const { revision, write, dirty } = this;
      sessionStorage.setItem(this.key, JSON.stringify({ revision, write, dirty, body: this.model.body() }));
    } catch {
      // no room or no storage: the browser asked before it left
    }
  }

  // Resolves to whether everything is on the disk.
  flush() {
    clearTimeout(this.timer);
    if (!this.running) this.running = this.send().finally(() => (this.running = null));
    return this.running;
  }

  async send() {
    while (this.dirty && !this.stopped) {
      this.dirty = false;
      this.write = crypto.randomUUID();
      try {
        const path = `api/documents/${this.number}`;
        const { revision } = await ask(path, { method: "PUT", body: { ...this.model.body(), write: this.write }, headers: { "If-Match": `"${this.revision}"` } });
        this.revision = revision;
      } catch (error) {
        this.dirty = true;
        if (this.stopped) return false;
        if (error.status === 409) {
          this.stopped = true;
          this.told("conflict", error.message);
        } else if (error.status) this.told("refused", error.message);
        else {
          this.told("waiting", "the server is not there");
          this.timer = setTimeout(() => this.flush(), RETRY);
        }
        return false;
      }
    }
    if (this.dirty) return false;
    this.forget();
    this.told("saved");
    return true;
  }

  forget() {
    try {
      sessionStorage.removeItem(this.key);
    } catch {
      // no storage
    }
  }

  stop() {
    this.stopped = true;
    clearTimeout(this.timer);
  }
}
