import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs';
import { describe, it } from 'vitest';
import { anySale } from './arbitrary-sale.ts';
import { documentOf, textOf } from './fixtures.ts';

const schema = path.join(process.env.ZATCA_SAMPLES ?? '', 'xsd/UBL2.1/xsd/maindoc/UBL-Invoice-2.1.xsd');
const schemaIsMissing = process.env.ZATCA_SAMPLES === undefined || !existsSync(schema);

describe.skipIf(schemaIsMissing)('the UBL 2.1 schema', () => {
  it('takes the document of any sale', () => {
    xmlRegisterFsInputProviders();
    using definition = XmlDocument.fromBuffer(readFileSync(schema), { url: schema });
    using validator = XsdValidator.fromDoc(definition);
    fc.assert(
      fc.property(fc.oneof(anySale('includeVat'), anySale('excludeVat')), ({ sale }) => {
        using document = XmlDocument.fromBuffer(Buffer.from(textOf(documentOf(sale))));
        validator.validate(document); // This throws if the document does not match.
      }),
      { numRuns: 100 },
    );
  });
});
