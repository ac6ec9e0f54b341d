// The language service in a worker: questions and answers as promises. A worker that is stopped, or fails, is replaced.

export class Service {
  constructor(module, code) {
    this.module = module;
    this.url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
    this.waiting = new Map();
    this.next = 0;
    this.language = null;
    this.start();
  }

  start() {
    this.worker = new Worker(this.url);
    this.worker.onmessage = ({ data }) => {
      const { resolve, reject } = this.waiting.get(data.id) ?? {};
      this.waiting.delete(data.id);
      if (data.failed) {
        this.stop();
        reject?.(new Error(data.failed));
      } else if (data.answer.wrong !== undefined) {
        reject?.(new Error(data.answer.wrong));
      } else {
        resolve?.({ answer: data.answer, ms: data.ms });
      }
    };
    this.worker.postMessage({ module: this.module });
  }

  // Ends what is computed. The grammar is taken again at the next question.
  stop() {
    this.worker.terminate();
    for (const { reject } of this.waiting.values()) reject(new Error("stopped"));
    this.waiting.clear();
    const language = this.language;
    this.language = null;
    this.start();
    this.lost = language;
  }

  get busy() {
    return this.waiting.size > 0;
  }

  async ask(question) {
    if (question.ask === "language") {
      this.lost = null;
      this.language = question;
    } else if (this.lost && question.ask !== "gallery" && question.ask !== "load") {
      await this.ask(this.lost);
    }
    return this.send(question);
  }

  send(question) {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ id, question });
    });
  }
}
