// What the page carries, compressed: the module, the worker, the script.

export async function through(stream, bytes) {
  const readable = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(readable).arrayBuffer());
}

export function bytesOf(base64) {
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
}

// The bytes of the part of this name.
export function partOf(name) {
  return through(new DecompressionStream("gzip"), bytesOf(document.getElementById(name).textContent));
}
