import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { parseServiceAddress } from '../../../src/service/address.ts';
import { messageOf } from '../../../src/workbench/failureMessages.ts';
import { json } from '../../support/behaviours.ts';
import { createCertificates } from '../../support/certificates.ts';
import { failure, setUpClient } from '../../support/clientSetup.ts';
import { formatRecord } from '../../support/formatRecord.ts';
import { startMisbehavingServer } from '../../support/misbehavingServer.ts';

const certificates = createCertificates();
const trusting = { extraCertificates: async () => [certificates.authority] };

const accepted = process.env.NODE_TLS_REJECT_UNAUTHORIZED;
after(() => assert.equal(process.env.NODE_TLS_REJECT_UNAUTHORIZED, accepted));

test('a certificate of an authority that the user trusts is accepted', async (t) => {
  const server = await startMisbehavingServer({ certificate: certificates.valid });
  const { client } = await setUpClient(t, [json({ id: 12 })], { server, settings: trusting });
  assert.equal((await client.read(12)).record.text, formatRecord('{"id":12}'));
  await client.write('PATCH', 12, '{}');
  assert.equal(server.connections, 1);
});

test('a certificate counts for each of its names', async (t) => {
  const server = await startMisbehavingServer({ certificate: certificates.valid });
  const address = parseServiceAddress(`https://localhost:${server.port}`);
  const { client } = await setUpClient(t, [json({ id: 12 })], { server, address, settings: trusting });
  await client.read(12);
});

const REFUSED = [
  ['wrongName', /issued for another name\.$/],
  ['expired', /The certificate of ".*" has expired\.$/],
  ['unknownAuthority', /The issuer of the certificate of ".*" is not known\.$/],
] as const;
for (const [name, message] of REFUSED) {
  test(`a certificate that is ${name} is refused, before anything is sent and without a second try`, async (t) => {
    const server = await startMisbehavingServer({ certificate: certificates[name] });
    const { client, reports } = await setUpClient(t, [json({})], { server, settings: trusting });
    assert.match(messageOf(await failure(client.read(12), 'tls')), message);
    assert.equal(reports.length, 1);
    await failure(client.write('PATCH', 12, '{}'), 'tls');
    assert.equal(server.requests.length, 0);
  });

  test(`a certificate that is ${name} is accepted where the user turned the check off`, async (t) => {
    const server = await startMisbehavingServer({ certificate: certificates[name] });
    const { client } = await setUpClient(t, [json({ id: 12 })], { server, settings: { strictSSL: false } });
    await client.read(12);
  });
}

test('a private authority is not trusted by default', async (t) => {
  const server = await startMisbehavingServer({ certificate: certificates.valid });
  const { client } = await setUpClient(t, [json({})], { server });
  await failure(client.read(12), 'tls');
});

test('https to a server that speaks http', async (t) => {
  const server = await startMisbehavingServer();
  const address = parseServiceAddress(`https://127.0.0.1:${server.port}`);
  const { client } = await setUpClient(t, [json({})], {
    server,
    address,
    settings: { connectTimeout: 200 },
    timeout: 300,
  });
  const error = await client.write('PATCH', 12, '{}').catch((reason) => reason);
  assert.ok(['tls', 'timeout', 'network'].includes(error.kind), `${error}`);
});
