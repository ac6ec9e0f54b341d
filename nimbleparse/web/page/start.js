// Unpacks the script of the page and starts it.

import { partOf } from "./parts.js";

partOf("script").then((bytes) => {
  const script = document.createElement("script");
  script.textContent = new TextDecoder().decode(bytes);
  document.body.append(script);
});
