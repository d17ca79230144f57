/** The proxy could not be reached, or would not open a tunnel: in either case nothing reached the service. */
export class ProxyFailure extends Error {
  readonly code = 'PROXY_FAILURE';
  readonly status: number | undefined;

  constructor(status: number | undefined, options?: ErrorOptions) {
    super(status === undefined ? 'The proxy could not be reached' : `The proxy answered ${status}`, options);
    this.name = 'ProxyFailure';
    this.status = status;
  }
}
