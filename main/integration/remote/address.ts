/** Appends a path of the specification to the layer's own. */
export function addressOf(baseUrl: string, path: string): string {
  return baseUrl.replace(/\/+$/, '') + path;
}
