/** Behind the failure of a write that the service took, and of which it shows nothing. */
export class WithoutEffect extends Error {
  readonly body: string;

  constructor(body: string) {
    super('The service still shows what it held before.');
    this.body = body;
  }
}
