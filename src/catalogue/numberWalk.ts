interface WalkParts {
  /** The first number that is asked for, in this update and in the one that it continues. */
  readonly first: number;
  readonly next: number;
  /** The records that the catalogue has. */
  readonly present: readonly number[];
}

const leastGap = 200;
/** A record farther away says nothing about the numbers in between. */
const longestGap = 50_000;

/** How many numbers in a row have to be missing behind a record before it counts as the last one. */
function gapAfter(last: number): number {
  return Math.max(leastGap, Math.ceil(last / 4));
}

/**
 * Which numbers an update asks for where the service has no list: all of them. One that was missing may have become a record
 * that the credential allows to see.
 */
export class NumberWalk {
  readonly #parts: WalkParts;
  /** What is not asked for yet begins here. */
  next: number;
  /** The last record that exists, or did when it was last read. */
  last: number;

  constructor(parts: WalkParts) {
    this.#parts = parts;
    this.next = parts.next;
    this.last = 0;
    for (const id of parts.present.toSorted((one, other) => one - other)) {
      if (id - this.last <= longestGap) this.last = id;
    }
  }

  /** The number after which it ends, as far as is known now. */
  get end(): number {
    return Math.max(this.last, this.#parts.first - 1) + gapAfter(this.last);
  }

  get isOver(): boolean {
    return this.next > this.end;
  }

  found(id: number): void {
    this.last = Math.max(this.last, id);
  }

  *numbers(): Iterable<number> {
    while (!this.isOver) {
      const id = this.next;
      this.next += 1;
      yield id;
    }
  }
}
