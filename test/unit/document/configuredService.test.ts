import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { lockReason } from '../../../src/document/configuredService.ts';
import { OwnWrites } from '../../../src/document/ownWrites.ts';
import { RecordDocument } from '../../../src/document/recordDocument.ts';
import { parseRecord } from '../../../src/record/text.ts';
import { allowedMethods } from '../../../src/service/decode.ts';
import type { Services } from '../../../src/service/services.ts';
import { assertNoIcon, assertOneLine, hostileText } from '../hostileText.ts';

const services = { find: () => undefined } as unknown as Services;

/** The lens above a record and the status bar show this reason; nothing else in them comes from a service. */
test('the reason why a record is read-only is one plain line, whatever the service allows', () => {
  const header = fc.oneof(
    hostileText,
    fc.array(hostileText, { maxLength: 5 }).map((names) => ['GET', ...names].join(',')),
    fc.constant('GET,'.repeat(100_000)),
  );
  fc.assert(
    fc.property(header, (allow) => {
      const document = new RecordDocument({ service: 'desk', id: 7 }, new OwnWrites());
      const record = parseRecord('{"id":7}');
      const methods = allowedMethods({ allow });
      document.received({
        record,
        serviceAddress: '',
        foundAt: '',
        order: 0,
        ...(methods && { allow: methods }),
      });
      const reason = lockReason(document, services) ?? '';
      assertOneLine(reason, 600);
      assertNoIcon(reason);
      assert.doesNotMatch(reason, /[[\](){}<>$`]/);
    }),
  );
});
