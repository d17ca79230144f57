import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalAddress, normalDate, normalDateTime, normalSlug } from '../../../src/language/fixes.ts';

test('converts a text that can mean only one day', () => {
  const same = [
    '2024/5/3',
    '2024.05.03',
    '2024-5-3',
    ' 2024-05-03 ',
    '2024-05-03T10:00:00',
    '3 May 2024',
    '3rd May, 2024',
  ];
  for (const text of [...same, 'May 3, 2024', 'may 3rd 2024']) assert.equal(normalDate(text), '2024-05-03', text);
  assert.equal(normalDate('Sept 1, 2024'), '2024-09-01');
  assert.equal(normalDate('September 30 2024'), '2024-09-30');
});

test('leaves a text alone that can mean several days or none', () => {
  const unclear = [
    '03/04/2024',
    '3.4.2024',
    '2024-02-30',
    '2024-13-01',
    'next Monday',
    'Mayor 3, 2024',
    '',
    '24-05-03',
  ];
  for (const text of unclear) assert.equal(normalDate(text), undefined, text);
});

test('formats a date and time without losing digits or a time zone', () => {
  assert.equal(normalDateTime('2024-05-03 10:20'), '2024-05-03T10:20:00.000');
  assert.equal(normalDateTime('2024-05-03 10:20:30.5'), '2024-05-03T10:20:30.500');
  assert.equal(normalDateTime('2024-05-03T10:20:30.123000'), '2024-05-03T10:20:30.123');
  for (const text of [
    '2024-05-03T10:20:30Z',
    '2024-05-03T10:20:30+02:00',
    '2024-05-03T10:20:30.123456',
    '2024-05-03',
    '25:00',
  ]) {
    assert.equal(normalDateTime(text), undefined, text);
  }
});

test('makes a slug from letters and digits', () => {
  assert.equal(normalSlug(' Crème Brûlée -- Part 2!'), 'creme-brulee-part-2');
  assert.equal(normalSlug("Don't_Panic"), 'dont-panic');
  assert.equal(normalSlug('講演'), undefined);
});

test('completes an address only if it can only be http(s)', () => {
  assert.equal(normalAddress('www.example.org/talk'), 'https://www.example.org/talk');
  assert.equal(normalAddress('//example.org:8080/a?b#c'), 'https://example.org:8080/a?b#c');
  assert.equal(normalAddress('http:/example.org'), 'http://example.org');
  assert.equal(normalAddress(' https://example.org/a '), 'https://example.org/a');
  for (const text of [
    'talk',
    '/media/talk.mp4',
    'javascript:alert(1)',
    'a b.org',
    'mailto:a@example.org',
    'localhost/x',
    '',
  ]) {
    assert.equal(normalAddress(text), undefined, text);
  }
});
