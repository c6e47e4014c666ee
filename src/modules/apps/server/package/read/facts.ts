/** A package as it was read. Times are epoch milliseconds. */
export interface PackageFacts {
  readonly kind: 'apk' | 'ipa' | 'declared';
  /** 1 iOS, 2 Android, … */
  readonly platform: number;
  readonly identity: string;
  readonly versionName: string;
  readonly buildNo: string;
  /** Names by language; '' for the usual one. */
  readonly labels: Readonly<Record<string, string>>;
  readonly minOs: string | null;
  readonly targetOs: string | null;
  readonly permissions: readonly string[];
  readonly abis: readonly string[];
  /** phone, tablet. */
  readonly devices: readonly string[];
  readonly signer: SignerView | null;
  readonly profile: ProfileView | null;
  readonly size: number;
  readonly sha256: string;
}

/** Who signed a package. */
export interface SignerView {
  readonly schemes: readonly string[];
  readonly sha256: string;
  readonly subject: string;
  readonly notAfter: number;
  /** SHA-256 of the certificates it took over from. */
  readonly lineage: readonly string[];
}

/** The provisioning profile in an IPA. */
export interface ProfileView {
  readonly name: string;
  readonly uuid: string;
  readonly kind: 'development' | 'adHoc' | 'enterprise' | 'store';
  readonly teamId: string;
  /** Bundle id that it holds for, perhaps with a wild card. */
  readonly identity: string;
  readonly devices: number;
  readonly certificates: readonly string[];
  readonly expiresAt: number;
  readonly pushEnvironment: string | null;
}

/** A finding about a package: it stops a version from going online, or warns. */
export interface Finding {
  /** Word of the catalogue (`check.<code>`). */
  readonly code: string;
  readonly level: 'ok' | 'warn' | 'stop';
  readonly params: Readonly<Record<string, string | number>>;
}

/** What reading a package gave. */
export interface PackageReading {
  readonly facts: PackageFacts;
  readonly findings: readonly Finding[];
  /** The icon as it lies in the package; empty where there is none that can be drawn. */
  readonly icon: Uint8Array;
}
