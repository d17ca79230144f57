import type { VideoRecord } from '../sampleFields.ts';
import { hosted, talk } from './talk.ts';

const common = {
  category: 'Many Scripts Day',
  copyright_text: 'CC BY-NC 4.0',
  added: '2025-03-18T06:45:12.004',
  updated: '2025-03-22T19:01:57.660',
} satisfies Partial<VideoRecord>;

/** Writing beyond Latin: Cyrillic, Greek, CJK, right-to-left, Indic, and beyond the basic plane. */
export const manyScripts: readonly VideoRecord[] = [
  talk(21, {
    ...common,
    ...hosted('tikhaya-rabota'),
    language: 'Russian',
    title: 'Тихая работа: как не будить дежурного',
    speakers: ['Ярослава Щеглова', 'Ёлкин Фёдор'],
    tags: ['надёжность', 'дежурство'],
    summary: 'Сорок оповещений за ночь превратились в одно.',
    description: `Сначала мы считали оповещения. Потом мы считали **причины**.

- сорок оповещений
- шесть причин
- одна настоящая

Остальное удалось просто выключить.
`,
    duration: 2362,
    recorded: '2025-03-08',
  }),
  talk(22, {
    ...common,
    ...hosted('yizhak-u-kodi'),
    language: 'Ukrainian',
    title: 'Їжак у коді: про межі між модулями',
    speakers: ['Ґалаґан Єлизавета'],
    summary: 'Голки назовні, усе м’яке всередині.',
    duration: 1688,
    recorded: '2025-03-08',
  }),
  talk(23, {
    ...common,
    ...hosted('dva-pisma'),
    language: 'Serbian',
    title: 'Два писма, један претраживач / Dva pisma, jedan pretraživač',
    speakers: ['Љубица Његован', 'Đorđe Žarković'],
    tags: ['ћирилица', 'latinica'],
    summary: 'Како тражити реч која постоји двапут.',
    duration: 1904,
    recorded: '2025-03-08',
  }),
  talk(24, {
    ...common,
    ...hosted('mikra-vimata'),
    language: 'Greek',
    title: 'Μικρά βήματα, ίσιος δρόμος',
    speakers: ['Ευρυδίκη Ξυλούρη'],
    summary: 'Πώς μια μεγάλη αλλαγή έγινε εκατό μικρές.',
    duration: 1459,
    recorded: '2025-03-08',
  }),
  talk(25, {
    ...common,
    ...hosted('shizukana-hozon'),
    language: 'Japanese',
    title: '静かな保存:失わないエディタの作り方',
    speakers: ['灯台 みなと', '小川 リク'],
    tags: ['エディタ', '保存'],
    summary: '保存ボタンを押したあとに起きることを、紙芝居で説明します。',
    description:
      '「保存しました」と言う前に、何を確かめるべきでしょうか。\n\n' +
      '1. 書いたか\n2. 届いたか\n3. 読み返せるか\n\n半角カナ(ホゾン)と全角英字(SAVE)も出てきます。\n',
    duration: 2777,
    recorded: '2025-03-09',
  }),
  talk(26, {
    ...common,
    ...hosted('yi-hang-dai-ma'),
    language: 'Chinese',
    title: '一行代码的旅行',
    speakers: ['林小舟', '𠮷田石'],
    tags: ['编译', '入门'],
    summary: '跟着一行代码,从键盘走到屏幕。',
    description: '旅途共六站。每一站只停留五分钟,请带好水壶。\n\n有些名字里的字不在常用字表中,例如“𠮷”。\n',
    duration: 2045,
    recorded: '2025-03-09',
  }),
  talk(28, {
    ...common,
    ...hosted('jageun-changgo'),
    language: 'Korean',
    title: '작은 창고 정리하기',
    speakers: ['한가람', '노을빛'],
    tags: ['저장소'],
    summary: '오래된 저장소를 하루에 상자 하나씩 비운 이야기입니다.',
    duration: 1633,
    recorded: '2025-03-09',
  }),
  talk(29, {
    ...common,
    ...hosted('al-kitaba-min-al-yamin'),
    language: 'Arabic',
    title: 'الكتابة من اليمين: محرر نصوص في ألف سطر',
    speakers: ['سلمى الفناري', 'Idris Qamar'],
    tags: ['محررات', 'RTL'],
    summary: 'كيف يتحرك المؤشر حين يلتقي النص العربي بكلمة مثل editor في السطر نفسه؟',
    description:
      'في السطر الواحد اتجاهان، وفي المؤشر رأي ثالث.\n\n- النص: من اليمين إلى اليسار\n- الأرقام 1234: من اليسار إلى اليمين\n',
    duration: 2190,
    recorded: '2025-03-10',
  }),
  talk(30, {
    ...common,
    ...hosted('shalosh-sheelot'),
    language: 'Hebrew',
    title: 'שלוש שאלות לפני שמוחקים (ואחת אחרי)',
    speakers: ['תמר אגוזי'],
    summary: 'מי משתמש בזה? מי ישים לב? מי יחזיר את זה?',
    duration: 1377,
    recorded: '2025-03-10',
  }),
  talk(31, {
    ...common,
    ...hosted('chhote-kadam'),
    language: 'Hindi',
    title: 'छोटे क़दम, साफ़ कोड',
    speakers: ['मृणालिनी क्षेत्रपाल'],
    tags: ['परीक्षण'],
    summary: 'हर दिन एक परीक्षण लिखने से क्या बदलता है।',
    duration: 1542,
    recorded: '2025-03-10',
  }),
  talk(32, {
    ...common,
    ...hosted('tat-kham'),
    language: 'Thai',
    title: 'ตัดคำอย่างไรเมื่อไม่มีช่องว่าง',
    speakers: ['ฟ้าใส ริมธาร'],
    summary: 'ภาษาที่เขียนติดกันกับโปรแกรมที่รอช่องว่าง',
    duration: 1268,
    recorded: '2025-03-10',
  }),
  talk(33, {
    ...common,
    ...hosted('emoji-are-text-too'),
    title: '🧵 Emoji Are Text, Too 👩🏽‍🚀🏳️‍🌈',
    speakers: ['Juniper “June” Ashby 🌿', 'Zoe\u0308 Marlowe'],
    tags: ['unicode', '🙂'],
    summary: 'One family 👨‍👩‍👧‍👦, seven code points, eleven UTF-16 units, one press of Backspace.',
    description: `How long is \`👩🏽‍🚀\`? It depends on who is counting:

| counted in | length |
|---|---|
| what you see | 1 |
| code points | 4 |
| UTF-16 units | 7 |
| UTF-8 bytes | 15 |

The second speaker writes her name with a combining mark (Zoe + ¨). It isn't Zoë to a program.
`,
    duration: 1999,
    recorded: '2025-03-11',
  }),
];
