import type { LocalText } from '#kit/common/language.ts';
import type { FactShape, WarningFacts } from '#kit/common/warning/warning-facts.ts';
import type { Db } from './directory.ts';
import type { CoreServices } from './services/core-services.ts';

/** Finding of the expiry radar: an object that expires or ages, as its module sees it now. */
export interface RadarFinding {
  /** Its name within the kind for ever; where a warning tells of it too, the object's id there. */
  readonly objectId: string;
  /** A text of several languages where it is a word of the product and no name. */
  readonly name: string | LocalText;
  /** Time at which it expires or is too old; null when unknown. */
  readonly dueAt: number | null;
  /** Since when it is there: of what ages. */
  readonly since?: number | null;
  /** The department that it belongs to; what belongs to none is for who sees everything. */
  readonly deptId?: string | null;
  readonly facts?: WarningFacts;
}

/** A fact that people are shown. */
export interface RadarFact {
  readonly label: LocalText;
  readonly as?: FactShape;
  /** The name of a person, whose id is kept in this fact: who does not see the person reads a word. */
  readonly personIn?: string;
}

/** A kind of thing that ends or ages, as the module declares it that keeps it. */
export interface RadarKind {
  /** Fixed name such as `licence.end`. */
  readonly kind: string;
  /** Kind of the objects behind it. */
  readonly objectKind: string;
  /** Label: `Certificate of a server`. */
  readonly title: LocalText;
  /** `end`: it is over at a moment. `age`: it goes on working, and should not be older. */
  readonly measure: 'end' | 'age';
  /** Consequence of expiring, with `{name}` of the object and its facts. */
  readonly impact: LocalText;
  /** Recommended action. */
  readonly nextStep: LocalText;
  /** Resource code of the page where such objects are read: without it, or out of its range, they are not on the radar. */
  readonly code: string;
  /** Days before the end at which it is told, the most first; 60, 30, 7, 1 unless said. */
  readonly remindDays?: readonly number[];
  /** A kind of warning that tells of it already, with the same ids of objects: the radar then tells of it no second time. */
  readonly toldBy?: string;
  /** Its end is what was requested: shown, and nobody is told. */
  readonly quiet?: true;
  /** Facts that people are shown, in their order. */
  readonly facts?: Readonly<Record<string, RadarFact>>;
  /** Address of the console's page where it is repaired. */
  link(finding: { readonly objectId: string; readonly facts: WarningFacts }): string;
  /** Everything of the kind, `mostFindings` of them at most, those first that end first. */
  list(db: Db, services: CoreServices): Promise<readonly RadarFinding[]>;
}

/** A kind with the module that declares it. */
export interface KnownRadarKind extends RadarKind {
  readonly module: string;
}

/** The most of one kind on the radar; what ends later waits its turn. */
export const mostFindings = 5_000;

/** Radar kinds of all modules, each once. */
export function radarKindsOf(modules: readonly { readonly name: string; readonly radarKinds?: readonly RadarKind[] }[]): KnownRadarKind[] {
  const kinds = modules.flatMap(({ name, radarKinds }) => (radarKinds ?? []).map((kind): KnownRadarKind => ({ ...kind, module: name })));
  const names = new Set<string>();
  for (const { kind } of kinds) {
    if (names.has(kind)) throw new Error(`Two kinds on the radar are called ${kind}`);
    names.add(kind);
  }
  return kinds;
}
