// The language service in a worker: questions and answers as promises. A worker that is stopped, or fails, is replaced. So is one that has
// long been at a question whose answer nobody waits for any more.

// How long a question may go on when another makes it needless: to begin anew takes about as long.
const PATIENCE = 500;
// What a question makes needless: what was asked of a text when that changes, a panel when another is chosen.
const RANKS = { language: 2, parse: 1 };
const rank = (question) => RANKS[question.ask] ?? 0;

// Why a question that became needless has no answer.
export const SUPERSEDED = "superseded";

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
  stop(why = "stopped") {
    this.worker.terminate();
    for (const { reject } of this.waiting.values()) reject(new Error(why));
    this.waiting.clear();
    const language = this.language;
    this.language = null;
    this.start();
    this.lost = language;
  }

  get busy() {
    return this.waiting.size > 0;
  }

  // Whether all that is asked is made needless by a question, and has taken long.
  isOverdue(question) {
    const waiting = [...this.waiting.values()];
    const now = performance.now();
    return waiting.some((one) => now - one.since > PATIENCE) && waiting.every((one) => one.rank <= rank(question));
  }

  async ask(question) {
    if (this.isOverdue(question)) this.stop(SUPERSEDED);
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
      this.waiting.set(id, { resolve, reject, since: performance.now(), rank: rank(question) });
      this.worker.postMessage({ id, question });
    });
  }
}
