import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import markdownIt from 'markdown-it';
import { type ConnectionTest, connectionReport } from '../../../src/connections/testConnection.ts';
import { hostileText } from '../hostileText.ts';

const given: ConnectionTest = {
  service: 'staging',
  address: 'https://staging.example.org',
  id: 5,
  ok: true,
  isMissing: false,
  steps: [{ step: 'record', state: 'ok', text: 'The answer is a record: A talk.' }],
};

/** As VS Code's Markdown preview renders it. */
const rendered = (test: ConnectionTest) => markdownIt({ html: true, linkify: true }).render(connectionReport(test));

test('a report says first whether it works', () => {
  assert.match(
    rendered(given),
    /^<h1>Connection to staging<\/h1>\n<p>https:\/\/staging\.example\.org<\/p>\n<p><strong>The connection works\.<\/strong><\/p>\n<table>/,
  );
});

test('a report says first what failed and what to do', () => {
  const steps = [{ step: 'connection', state: 'failed', text: 'The name could not be resolved.' }] as const;
  assert.match(rendered({ ...given, ok: false, steps }), /<p><strong>The name could not be resolved\.<\/strong><\/p>/);
});

test('what a service wrote stays text', () => {
  const markup = (text: string) => {
    const steps = [{ step: 'record', state: 'ok', text: `A ${text} Z` }] as const;
    return rendered({ ...given, steps }).match(/<\w+/g);
  };
  const plain = markup('talk');
  fc.assert(fc.property(hostileText, (text) => assert.deepEqual(markup(text), plain)));
});
