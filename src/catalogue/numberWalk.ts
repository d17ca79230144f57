interface WalkParts {
  /** The first number that is asked for, in this update and in the one that it continues. */
  readonly first: number;
  readonly next: number;
  /** All numbers were asked for before. */
  readonly isEndKnown: boolean;
  /** The records that the catalogue has. */
  readonly present: ReadonlySet<number>;
  /** Whether the service was asked for a number before, with the same credential, and had no such record. */
  isMissing(id: number): boolean;
}

const leastGap = 200;
/** A record farther away says nothing about the numbers in between. */
const longestGap = 50_000;

/** How many numbers in a row have to be missing behind a record before it counts as the last one. */
export function gapAfter(last: number): number {
  return Math.max(leastGap, Math.ceil(last / 4));
}

/** Which numbers an update asks for where the service has no list. */
export class NumberWalk {
  readonly #parts: WalkParts;
  /** What is not asked for yet begins here. */
  next: number;
  /** The last record that exists, or did when it was last read. */
  last: number;
  #count = 0;
  #expected = { end: 0, count: 0 };

  constructor(parts: WalkParts) {
    this.#parts = parts;
    this.next = parts.next;
    this.last = 0;
    for (const id of [...parts.present].sort((one, other) => one - other)) {
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
      if (!this.#isAsked(id)) continue;
      this.#count += 1;
      yield id;
    }
  }

  /** How many numbers will have been asked for. Undefined where nobody knows where records end. */
  get total(): number | undefined {
    const { end } = this;
    if (!this.#parts.isEndKnown) return undefined;
    if (this.#expected.end !== end) {
      let count = this.#count;
      for (let id = this.next; id <= end; id += 1) if (this.#isAsked(id)) count += 1;
      this.#expected = { end, count };
    }
    return this.#expected.count;
  }

  #isAsked(id: number): boolean {
    return id > this.last || this.#parts.present.has(id) || !this.#parts.isMissing(id);
  }
}
