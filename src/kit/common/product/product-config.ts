import { languages, type Language } from '../language.ts';

/** A link under the sign-in form. */
export interface LoginLink {
  title: string;
  url: string;
}

/** Settings of the product that need no new build; read from `product.json` in the data folder at run time. */
export interface ProductConfig {
  loginLinks: LoginLink[];
  loginFooter: string;
  /** Picture in the place of the product's mark on the sign-in page: a small PNG or WebP as a `data:` address; the mark when empty. */
  loginLogo: string;
  /** Colour behind it, `#rrggbb`; the product's when empty. */
  loginBackground: string;
  /** Title of the browser's tab; `{org}` stands for the organisation. */
  tabTitle: string;
  /** Name above the menu; `{org}` stands for the organisation. */
  menuTitle: string;
  /** Name of the installation (test, staging); shown beside the menu's title when not empty. */
  env: string;
  /** The organisation that the product serves. */
  org: string;
  /** The language in which names must be given; that of whoever enters them when empty. */
  mainLanguage: Language | '';
  /** Addresses of other products by area. */
  hosts: Record<string, string>;
  /** Origins that the page /iframe may show. */
  iframeHosts: string[];
}

/** The values that hold where nothing, or something of another type, is configured. */
export const productDefaults: ProductConfig = {
  loginLinks: [],
  loginFooter: '',
  loginLogo: '',
  loginBackground: '',
  tabTitle: 'Mobile platform of {org}',
  menuTitle: 'Mobile platform of {org}',
  env: '',
  org: '',
  mainLanguage: '',
  hosts: {},
  iframeHosts: [],
};

/** The default titles in the languages of those who read them; where no organisation is configured, none is named. */
const platformOf: Readonly<Record<Language, (org: string) => string>> = {
  zh_CN: (org) => `${org}移动平台`,
  en_US: (org) => (org ? `Mobile platform of ${org}` : 'Mobile platform'),
  ja_JP: (org) => (org ? `${org} モバイルプラットフォーム` : 'モバイルプラットフォーム'),
};

/** Returns a title as it is shown: the default in the reader's language, a configured one as it stands, with the organisation's name in both. */
export function titleOf(config: ProductConfig, name: 'tabTitle' | 'menuTitle', language: Language): string {
  const { org } = config;
  return config[name] === productDefaults[name] ? platformOf[language](org) : config[name].replaceAll('{org}', org);
}

const isString = (value: unknown): value is string => typeof value === 'string';
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isStrings = (value: unknown): value is string[] => Array.isArray(value) && value.every(isString);

/** Only web addresses: a link of the sign-in page never runs a script. */
const isLink = (value: unknown): value is LoginLink =>
  isRecord(value) && isString(value['title']) && isString(value['url']) && /^(https?:\/\/|mailto:|\/(?!\/))/i.test(value['url']);
/** scheme://host[:port] and nothing more, as a content security policy takes it. */
const isOrigin = (value: unknown): value is string => isString(value) && /^https?:\/\/[a-z0-9.-]+(:\d{1,5})?$/i.test(value);

/** Letters that a logo may have: it travels with every page. */
export const mostLogoLetters = 32_000;
const isLogo = (value: unknown): value is string =>
  isString(value) && (value === '' || (value.length <= mostLogoLetters && /^data:image\/(png|webp);base64,[A-Za-z0-9+/]+=*$/.test(value)));
/** A colour on which white text is read: at least 4.5 to 1 (WCAG 2.2, 1.4.3). */
const isDark = (value: unknown): value is string =>
  isString(value) && (value === '' || (/^#[0-9a-f]{6}$/i.test(value) && 1.05 / (luminance(value) + 0.05) >= 4.5));

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const isLanguage = (value: unknown): value is Language | '' => value === '' || languages.some((one) => one === value);

const checks: { [K in keyof ProductConfig]: (value: unknown) => value is ProductConfig[K] } = {
  loginLinks: (value): value is LoginLink[] => Array.isArray(value) && value.every(isLink),
  loginFooter: isString,
  loginLogo: isLogo,
  loginBackground: isDark,
  tabTitle: isString,
  menuTitle: isString,
  env: isString,
  org: isString,
  mainLanguage: isLanguage,
  hosts: (value): value is Record<string, string> => isRecord(value) && Object.values(value).every(isString),
  iframeHosts: (value): value is string[] => isStrings(value) && value.every(isOrigin),
};

/** Whether a value has the type of this item. */
export const isProductItem = (name: keyof ProductConfig, value: unknown): boolean => checks[name](value);

/** Reads a configuration: an item of the wrong type is replaced by its default and reported. */
export function productConfigOf(source: unknown, report: (item: string) => void): ProductConfig {
  const given = isRecord(source) ? source : {};
  if (!isRecord(source) && source !== undefined && source !== null) report('the whole');
  const take = <K extends keyof ProductConfig>(name: K): ProductConfig[K] => {
    const value = given[name];
    if (value === undefined) return productDefaults[name];
    if (checks[name](value)) return value;
    report(name);
    return productDefaults[name];
  };
  return {
    loginLinks: take('loginLinks'),
    loginFooter: take('loginFooter'),
    loginLogo: take('loginLogo'),
    loginBackground: take('loginBackground'),
    tabTitle: take('tabTitle'),
    menuTitle: take('menuTitle'),
    env: take('env'),
    org: take('org'),
    mainLanguage: take('mainLanguage'),
    hosts: take('hosts'),
    iframeHosts: take('iframeHosts'),
  };
}
