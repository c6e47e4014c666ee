import { pinyin } from 'pinyin-pro';
import { pick, type Random } from '#kit/common/random.ts';
import { chinese, english } from '../import/sample-people.ts';
import type { Tongue } from './structure.ts';

/** How somebody is called. */
export interface DemoName {
  name: string;
  nameEn: string | null;
  nameReading: string | null;
  /** Family and given name in plain letters, for account and e-mail. */
  family: string;
  given: string;
}

const split = (words: string): string[] => words.split(' ');
/** `kanji:kana:romaji`. */
const triples = (words: string): { kanji: string; kana: string; romaji: string }[] =>
  split(words).map((word) => {
    const [kanji = '', kana = '', romaji = ''] = word.split(':');
    return { kanji, kana, romaji };
  });

const japanese = {
  families: triples(
    '佐藤:さとう:sato 鈴木:すずき:suzuki 高橋:たかはし:takahashi 田中:たなか:tanaka 伊藤:いとう:ito 渡辺:わたなべ:watanabe 山本:やまもと:yamamoto 中村:なかむら:nakamura 小林:こばやし:kobayashi 加藤:かとう:kato 吉田:よしだ:yoshida 山田:やまだ:yamada 佐々木:ささき:sasaki 山口:やまぐち:yamaguchi 松本:まつもと:matsumoto 井上:いのうえ:inoue 木村:きむら:kimura 林:はやし:hayashi 斎藤:さいとう:saito 清水:しみず:shimizu 山崎:やまざき:yamazaki 森:もり:mori 池田:いけだ:ikeda 橋本:はしもと:hashimoto 阿部:あべ:abe 石川:いしかわ:ishikawa 中島:なかじま:nakajima 小川:おがわ:ogawa 前田:まえだ:maeda 岡田:おかだ:okada 長谷川:はせがわ:hasegawa 藤田:ふじた:fujita 後藤:ごとう:goto 近藤:こんどう:kondo 村上:むらかみ:murakami 遠藤:えんどう:endo 青木:あおき:aoki 坂本:さかもと:sakamoto 西村:にしむら:nishimura 福田:ふくだ:fukuda',
  ),
  male: triples(
    '健太:けんた:kenta 大輔:だいすけ:daisuke 翔太:しょうた:shota 拓也:たくや:takuya 誠:まこと:makoto 隆:たかし:takashi 浩一:こういち:koichi 直樹:なおき:naoki 蓮:れん:ren 大和:やまと:yamato 悠真:ゆうま:yuma 一郎:いちろう:ichiro 健一:けんいち:kenichi 亮:りょう:ryo 翼:つばさ:tsubasa 学:まなぶ:manabu 哲也:てつや:tetsuya 剛:つよし:tsuyoshi',
  ),
  female: triples(
    '陽子:ようこ:yoko 美咲:みさき:misaki さくら:さくら:sakura 結衣:ゆい:yui 葵:あおい:aoi 恵子:けいこ:keiko 真由美:まゆみ:mayumi 花子:はなこ:hanako 千尋:ちひろ:chihiro 香織:かおり:kaori 由美子:ゆみこ:yumiko 愛:あい:ai 七海:ななみ:nanami 明日香:あすか:asuka 美穂:みほ:miho 凛:りん:rin',
  ),
};
const german = {
  families: split(
    'Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Schäfer Koch Bauer Richter Klein Wolf Schröder Neumann Schwarz Zimmermann Braun Krüger Hofmann Hartmann Lange Werner Krause Lehmann Köhler Maier Huber Kaiser Fuchs Peters Vogel Jung Keller Günther Roth Beck Lorenz Baumann Franke Albrecht Winter Böhm Ziegler Yılmaz Kaya Nowak',
  ),
  male: split(
    'Lukas Jonas Felix Maximilian Paul Leon Tim Jan Florian Sebastian Tobias Stefan Andreas Matthias Christian Jürgen Björn Thorsten Emre Philipp Moritz Johannes',
  ),
  female: split(
    'Anna Lena Laura Julia Lisa Sarah Katharina Johanna Sophie Marie Hannah Charlotte Susanne Petra Birgit Claudia Nadine Elif Franziska Jana Ursula Käthe',
  ),
};

const letters: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss', ı: 'i' };

/** Lower case and plain letters, as accounts have them. */
export function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[äöüßı]/g, (letter) => letters[letter] ?? letter)
    .normalize('NFD')
    .replace(/[^a-z]/g, '');
}

const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);
/** Two-character family names of the list, so that a name is split where it belongs. */
const doubles = new Set(chinese.families.filter((family) => family.length > 1));
const pinyinOf = (text: string, mode: 'surname' | 'normal'): string =>
  plain(pinyin(text, { toneType: 'none', type: 'array', mode }).join('').replaceAll('ü', 'v'));

/** The Chinese name of somebody; `western` is what they are called in English mails, if anything. */
function chineseName(male: boolean, next: Random): DemoName {
  const family = pick(chinese.families, next());
  const list = male ? chinese.male : chinese.female;
  const first = pick(list, next());
  const given = first.length === 1 && next() < 0.6 ? first + pick(list, next()).slice(0, 1) : first;
  const plainFamily = pinyinOf(family, doubles.has(family) || family.length === 1 ? 'surname' : 'normal');
  const western = next() < 0.2 ? pick(male ? english.male : english.female, next()) : null;
  return {
    name: family + given,
    nameEn: western && `${western} ${capital(plainFamily)}`,
    nameReading: null,
    family: plainFamily,
    given: pinyinOf(given, 'normal'),
  };
}

function japaneseName(male: boolean, next: Random): DemoName {
  const family = pick(japanese.families, next());
  const given = pick(male ? japanese.male : japanese.female, next());
  return {
    name: `${family.kanji} ${given.kanji}`,
    nameEn: `${capital(given.romaji)} ${capital(family.romaji)}`,
    nameReading: `${family.kana} ${given.kana}`,
    family: family.romaji,
    given: given.romaji,
  };
}

function westernName(names: { families: string[]; male: string[]; female: string[] }, male: boolean, next: Random): DemoName {
  const family = pick(names.families, next());
  const given = pick(male ? names.male : names.female, next());
  return { name: `${given} ${family}`, nameEn: `${given} ${family}`, nameReading: null, family: plain(family), given: plain(given) };
}

/** A name of this tongue. */
export function nameOf(tongue: Tongue, male: boolean, next: Random): DemoName {
  if (tongue === 'zh') return chineseName(male, next);
  if (tongue === 'ja') return japaneseName(male, next);
  return westernName(tongue === 'de' ? german : english, male, next);
}
