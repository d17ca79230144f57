import type { VideoRecord } from '../sampleFields.ts';
import { hosted, talk } from './talk.ts';

const common = {
  category: 'Rencontres du Petit Logiciel',
  copyright_text: 'CC BY 4.0',
  added: '2024-12-03T11:00:00.000',
  updated: '2024-12-05T07:20:31.907',
} satisfies Partial<VideoRecord>;

/** Latin letters with every kind of mark on them. */
export const nearbyTongues: readonly VideoRecord[] = [
  talk(11, {
    ...common,
    ...hosted('le-cafe-est-une-dependance'),
    language: 'French',
    title: 'Le café est une dépendance',
    speakers: ['Zoé Lefèvre-Noël', 'Théodore Brûlé'],
    tags: ['dépendances', 'équipe'],
    summary: 'Où l’on apprend à compter ce dont on a besoin avant de l’installer.',
    description: `Une équipe de quatre personnes, **mille deux cents** paquets et une machine à café.

- Ce qu’on a retiré : neuf cents paquets.
- Ce qu’on a gardé : la machine à café.

« Moins, c’est déjà beaucoup. »
`,
    duration: 1985,
    recorded: '2024-11-14',
  }),
  talk(12, {
    ...common,
    ...hosted('grosse-fuesse-kleine-schritte'),
    language: 'German',
    title: 'Große Füße, kleine Schritte',
    speakers: ['Jörg Süßmilch', 'Änne Köhlbrand'],
    tags: ['Umbau', 'Prüfungen'],
    summary: 'Wie man ein altes Programm umbaut, ohne dass es jemand merkt.',
    description:
      'Achtzehn Monate, zweihundertsieben kleine Änderungen, kein einziger Ausfall.\n\n' +
      '### Inhalt\n\n1. Vorher messen\n2. Klein anfangen\n3. Nachher noch einmal messen\n',
    duration: 2534,
    recorded: '2024-11-14',
  }),
  talk(14, {
    ...common,
    ...hosted('zdzblo-w-stogu'),
    language: 'Polish',
    title: 'Źdźbło w stogu: szukanie jednego błędu wśród miliona wierszy',
    speakers: ['Świętosława Żółkiewicz'],
    tags: ['błędy', 'dzienniki'],
    summary: 'Krótka opowieść o bardzo długim dzienniku zdarzeń.',
    duration: 1722,
    recorded: '2024-11-14',
  }),
  talk(15, {
    ...common,
    ...hosted('prilis-tichy-server'),
    language: 'Czech',
    title: 'Příliš tichý server',
    speakers: ['Řehoř Čížek', 'Anežka Ďurišová'],
    summary: 'Server, který nikdy nehlásil chybu, a proč to byla ta nejhorší zpráva.',
    duration: 2101,
    recorded: '2024-11-15',
  }),
  talk(16, {
    ...common,
    ...hosted('ljosid-i-glugganum'),
    language: 'Icelandic',
    title: 'Ljósið í glugganum: um viðmót fyrir langar nætur',
    speakers: ['Þórunn Æsa Björgvinsdóttir'],
    tags: ['viðmót'],
    summary: 'Hvernig litir líta út þegar sólin sést ekki í tvo mánuði.',
    duration: 1499,
    recorded: '2024-11-15',
  }),
  talk(17, {
    ...common,
    ...hosted('isiksiz-oda'),
    language: 'Turkish',
    title: 'Işıksız Oda: I, ı, İ ve i üzerine',
    speakers: ['Çağrı Yıldızoğlu'],
    tags: ['harfler'],
    summary: 'Büyük harfe çevrilen bir ı, bütün bir gönderim listesini nasıl durdurdu?',
    duration: 1310,
    recorded: '2024-11-15',
  }),
  talk(18, {
    ...common,
    ...hosted('cua-so-nho'),
    language: 'Vietnamese',
    title: 'Cửa sổ nhỏ, dữ liệu lớn',
    speakers: ['Lưu Thị Ngọc Ánh'],
    tags: ['bộ nhớ'],
    summary: 'Đọc một tệp lớn hơn bộ nhớ mà không ai phải chờ.',
    duration: 1864,
    recorded: '2024-11-15',
  }),
  talk(19, {
    ...common,
    ...hosted('manana-por-la-manana'),
    language: 'Spanish',
    title: '¿Mañana por la mañana? Pequeña guía de los plazos',
    speakers: ['Íñigo Peñalver Muñiz', 'Begoña Argüelles'],
    tags: ['plazos', 'equipo'],
    summary: '¡Sin fórmulas! Solo un calendario, dos lápices y bastante paciencia.',
    duration: 2230,
    recorded: '2024-11-16',
    video_flv_url: 'https://media.example.org/flv/manana-por-la-manana.flv',
    video_flv_length: 157286400,
    video_flv_download_only: true,
  }),
  talk(20, {
    ...common,
    ...hosted('turokepes-naplo'),
    language: 'Hungarian',
    title: 'Tűrőképes napló',
    speakers: ['Őze Gyöngyvér'],
    summary: 'Egy napló, amely akkor is ép marad, ha közben elmegy az áram.',
    duration: 1577,
    recorded: '2024-11-16',
  }),
];
