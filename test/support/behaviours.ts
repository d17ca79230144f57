import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { createGzip, gzipSync } from 'node:zlib';
import type { WireRequest } from './wireRequest.ts';

/** What a server does with one request it has received. */
export type Behaviour = (socket: Socket, request: WireRequest) => void;

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** A well-formed answer with its length, on a connection that stays open. */
export function answer({ status = 200, headers = {}, body = '' }: Reply = {}): Behaviour {
  return (socket, { method }) => {
    const bytes = Buffer.from(body);
    socket.write(head(status, { 'content-length': `${bytes.length}`, ...headers }));
    if (method !== 'HEAD' && status !== 204 && status !== 304) {
      socket.write(bytes);
    }
  };
}

export function json(value: unknown, status = 200): Behaviour {
  return answer({ status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) });
}

export function html(status: number, title: string): Behaviour {
  const body = `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body><p>secret trace</p></body></html>`;
  return answer({ status, headers: { 'content-type': 'text/html; charset=utf-8' }, body });
}

export function redirect(status: number, location: string): Behaviour {
  return answer({ status, headers: { location } });
}

/** The connection is torn down instead of an answer. */
export const reset: Behaviour = (socket) => {
  tearDown(socket);
};

/** An orderly end of the connection instead of an answer. */
export const hangUp: Behaviour = (socket) => {
  socket.end();
};

export const silence: Behaviour = () => {};

/** Exactly these bytes, then what is told. */
export function raw(bytes: string | Buffer, then: 'stay' | 'end' | 'reset' = 'stay'): Behaviour {
  return (socket) => {
    socket.write(bytes, () => {
      if (then === 'end') {
        socket.end();
      } else if (then === 'reset') {
        tearDown(socket);
      }
    });
  };
}

export function halfHeader(then: 'stay' | 'end' | 'reset' = 'end'): Behaviour {
  return raw('HTTP/1.1 200 OK\r\ncontent-ty', then);
}

/** Declares the whole body and sends half of it. */
export function halfBody(body: string, then: 'stay' | 'end' | 'reset' = 'end', status = 200): Behaviour {
  const bytes = Buffer.from(body);
  const half = bytes.subarray(0, bytes.length / 2);
  return raw(Buffer.concat([Buffer.from(head(status, { 'content-length': `${bytes.length}` })), half]), then);
}

/** A whole answer whose Content-Length says something else. */
export function wrongLength(body: string, declared: number): Behaviour {
  return raw(`${head(200, { 'content-length': `${declared}` })}${body}`, 'end');
}

/** One byte of the body per interval (milliseconds). */
export function drip(body: string, interval: number): Behaviour {
  return (socket) => {
    const bytes = Buffer.from(body);
    let sent = 0;
    socket.write(head(200, { 'content-length': `${bytes.length}` }));
    const timer = setInterval(() => {
      socket.write(bytes.subarray(sent, ++sent));
      if (sent >= bytes.length) {
        clearInterval(timer);
      }
    }, interval);
    socket.on('close', () => clearInterval(timer));
  };
}

/** A body of this many bytes, sent as fast as the other side takes it; its length is told or not. */
export function huge(size: number, declared: boolean, status = 200): Behaviour {
  return (socket) => {
    const chunk = Buffer.alloc(64 * 1024, ' ');
    let left = size;
    const pump = () => {
      while (left > 0 && !socket.destroyed) {
        left -= chunk.length;
        if (!socket.write(chunk)) {
          return;
        }
      }
      socket.off('drain', pump);
      socket.end();
    };
    socket.write(head(status, declared ? { 'content-length': `${size}` } : { connection: 'close' }));
    socket.on('drain', pump);
    pump();
  };
}

/** Small on the wire, `size` bytes once inflated. */
export function gzipBomb(size: number): Behaviour {
  return (socket) => {
    socket.write(head(200, { 'content-encoding': 'gzip', connection: 'close' }));
    const gzip = createGzip();
    gzip.pipe(socket);
    const chunk = Buffer.alloc(1024 * 1024);
    for (let left = size; left > 0; left -= chunk.length) {
      gzip.write(chunk);
    }
    gzip.end();
  };
}

export function gzipped(value: unknown): Behaviour {
  return answer({ headers: { 'content-encoding': 'gzip' }, body: gzipSync(JSON.stringify(value)) });
}

/** With a TCP reset where the socket is bare; a TLS socket can't be reset from here. */
function tearDown(socket: Socket): void {
  if (socket instanceof TLSSocket) {
    socket.destroy();
  } else {
    socket.resetAndDestroy();
  }
}

function head(status: number, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} Scripted\r\n${lines.join('')}\r\n`;
}
