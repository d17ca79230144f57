/** Hosts of links in a process of their own; prints them. */
import { startLinkServer } from '../support/linkServer.ts';

const servers = await Promise.all(Array.from({ length: 50 }, startLinkServer));
console.log(servers.map(({ host }) => host).join(' '));
