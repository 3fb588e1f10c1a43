import type { EventContext } from '../model/event.js';
import type { RegistryHook } from '../model/registry.js';
import type { UsualTimeouts } from '../settings/read-handler.js';
import type { Findings } from './findings.js';
import type { SettingsFile } from './settings-files.js';

/** What the command line asks for. */
export interface DispatchOptions {
  /** `undefined` where the context has to say. */
  readonly event: string | undefined;
  readonly compat: 'dagweave' | 'claude';
  readonly flags: {
    /** The file that holds the context. */
    readonly event: string | undefined;
    readonly config: readonly string[] | undefined;
    readonly environment: string | undefined;
    readonly project: string | undefined;
    readonly dry_run: boolean | undefined;
    readonly log: string | undefined;
    readonly no_log: boolean | undefined;
  };
}

/** An event that is dispatched, and what its caller says about it. */
export interface DispatchOrder {
  readonly options: DispatchOptions;
  readonly event: string;
  readonly context: EventContext;
}

/** What has to be known of the command line even where its options cannot be read. */
export interface Caller {
  readonly event: string | undefined;
  readonly compat: DispatchOptions['compat'];
  readonly failClosed: boolean;
  readonly quiet: boolean;
}

/** What takes the readers of the compiler, or words for a person. Most runs need none of it, so each is loaded when it is called. */
export interface Outside {
  /** A file of settings once more, with the place of each mistake. */
  readSettings(file: SettingsFile, timeouts: UsualTimeouts, findings: Findings): Promise<SettingsFile>;
  /** @param config files and folders that were named; none means the registry found upwards */
  readRegistry(config: readonly string[], folder: string, findings: Findings): Promise<RegistryFiles>;
  tell(findings: Findings, quiet: boolean): Promise<void>;
  /** Files that engines keep in a folder while a step runs there, as patterns of git. */
  engineFiles(): Promise<readonly string[]>;
  /** The errors among what there is to tell, each as a line with its place. */
  errorsIn(findings: Findings): Promise<readonly string[]>;
}

export interface RegistryFiles {
  readonly hooks: readonly RegistryHook[];
  readonly switchedOff: boolean;
}
