// The globals of Node and browsers that shared uses. Other parts take them from their own platform.

interface URL {
  readonly protocol: string;
  readonly hostname: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  readonly username: string;
  readonly password: string;
}
declare const URL: {
  new (url: string): URL;
  canParse(url: string): boolean;
};

declare class TextEncoder {
  encode(text: string): Uint8Array;
}
