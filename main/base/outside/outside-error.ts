import { FailureError } from '../../../shared/failure.ts';

/** The ways in which a file or folder outside the data folder is not what it must be; each is a code of a failure. */
export type OutsideFault = 'place-link' | 'place-not-plain' | 'place-silent' | 'place-own' | 'place-open';

/** A file or folder that is left alone. `detail.name` of its failure is the path. */
export class OutsideError extends FailureError {
  constructor(code: OutsideFault, name: string, options?: ErrorOptions) {
    super({ code, detail: { name } }, options);
  }
}
