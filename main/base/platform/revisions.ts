/**
 * Counts the changes that a screen may have to know about: each event, and the end of each command that changes
 * something. Answers and events carry the count, because they may reach a screen in a different order.
 */
export class Revisions {
  #last = 0;

  get last(): number {
    return this.#last;
  }

  next(): number {
    this.#last += 1;
    return this.#last;
  }
}
