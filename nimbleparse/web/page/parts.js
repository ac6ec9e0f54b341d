// What the page carries, compressed: the module, the worker, the script.

export async function through(stream, bytes) {
  const readable = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(readable).arrayBuffer());
}

export function bytesOf(base64) {
  // A loop, since a function for each of a million characters takes long.
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}

// The bytes of the part of this name.
export function partOf(name) {
  return through(new DecompressionStream("gzip"), bytesOf(document.getElementById(name).textContent));
}
