import { diag } from 'libxml2-wasm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { verifyDocument } from '../../../main/document/stamp/verify/verify.ts';
import { document, makeTraining, noon } from './support.ts';

const good = makeTraining().stamper.stamp(document(), noon).xml;
/** Returns the valid document with one place changed. */
function changed(from: string, to: string): Buffer {
  const text = good.toString();
  expect(text).toContain(from);
  return Buffer.from(text.replace(from, to));
}

describe('the memory of the parser', () => {
  beforeEach(() => diag.configure({ enabled: true }));
  afterEach(() => {
    diag.configure({ enabled: false });
    vi.restoreAllMocks();
  });

  test('is given back, for good documents and for bad ones', () => {
    const bad = [
      good.subarray(0, 3000),
      Buffer.from(`<!DOCTYPE Invoice [<!ENTITY a "x">]>${good}`),
      Buffer.from('<Invoice/>'),
      changed('<cac:Signature>', '<cac:Signature></cac:Signature><cac:Signature>'),
      changed('>7<', '>x<'),
      changed('<ds:KeyInfo>', '<!-- x --><ds:KeyInfo>'),
    ];
    const round = (times: number) => {
      for (let index = 0; index < times; index++) {
        verifyDocument(good);
        verifyDocument(bad[index % bad.length] ?? good);
      }
    };
    round(200);
    const grow = vi.spyOn(WebAssembly.Memory.prototype, 'grow');
    round(2500);
    expect(grow).not.toHaveBeenCalled();
    expect(diag.report()).toEqual({});
  });
});
