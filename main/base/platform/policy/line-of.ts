/* The places of values in a JSON text: a person who fixes a file needs the line. */

type Path = readonly PropertyKey[];

/** Returns the line, from 1, of the value at a path of a valid JSON text, or of the nearest one around it. */
export function lineOf(text: string, path: Path): number {
  const places = new Map<string, number>();
  walk(text, skip(text, 0), [], places);
  for (let length = path.length; length >= 0; length -= 1) {
    const place = places.get(JSON.stringify(path.slice(0, length)));
    if (place !== undefined) return text.slice(0, place).split('\n').length;
  }
  return 1;
}

/** Notes the position of each value, or of a member's name. Returns the position after the value. */
function walk(text: string, at: number, path: Path, places: Map<string, number>): number {
  const key = JSON.stringify(path);
  if (!places.has(key)) places.set(key, at);
  if (text[at] === '{') {
    let next = skip(text, at + 1);
    while (text[next] !== '}') {
      const end = endOfString(text, next);
      const inner = [...path, JSON.parse(text.slice(next, end)) as string];
      places.set(JSON.stringify(inner), next);
      next = skip(text, walk(text, skip(text, skip(text, end) + 1), inner, places));
      if (text[next] === ',') next = skip(text, next + 1);
    }
    return next + 1;
  }
  if (text[at] === '[') {
    let next = skip(text, at + 1);
    for (let index = 0; text[next] !== ']'; index += 1) {
      next = skip(text, walk(text, next, [...path, index], places));
      if (text[next] === ',') next = skip(text, next + 1);
    }
    return next + 1;
  }
  if (text[at] === '"') return endOfString(text, at);
  return at + (/^[^,\]}\s]+/.exec(text.slice(at, at + 60))?.[0].length ?? 1);
}

function endOfString(text: string, at: number): number {
  let end = at + 1;
  while (text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
  return end + 1;
}

function skip(text: string, from: number): number {
  let at = from;
  while (/\s/.test(text[at] ?? '')) at += 1;
  return at;
}
