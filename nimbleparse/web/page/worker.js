// Runs the module: takes it once, then answers questions one after another.
let starting;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

function ask(module, question) {
  const bytes = encoder.encode(JSON.stringify(question));
  const at = module.question(bytes.length);
  new Uint8Array(module.memory.buffer, at, bytes.length).set(bytes);
  const length = module.answer();
  return decoder.decode(new Uint8Array(module.memory.buffer, module.answer_at(), length));
}

onmessage = async ({ data }) => {
  if (data.module) {
    starting = WebAssembly.instantiate(data.module, {});
    return;
  }
  const { instance } = await starting;
  const from = performance.now();
  try {
    const answer = JSON.parse(ask(instance.exports, data.question));
    postMessage({ id: data.id, answer, ms: performance.now() - from });
  } catch (error) {
    // What was left in a module that failed cannot be trusted.
    postMessage({ id: data.id, failed: String(error) });
  }
};
