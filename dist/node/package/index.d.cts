// SPDX-License-Identifier: MIT
/** What better-sqlite3, node:sqlite and bun:sqlite have in common. */
export interface ExtensionHost {
  loadExtension(path: string, entryPoint?: string): unknown;
}

export interface LoadOptions {
  /** Without parquet_write(), parquet_attach() and parquet_import(). */
  readonly?: boolean;
}

/** Returns the path of this platform's library, for anything that loads SQLite extensions. */
export function getLoadablePath(): string;

/** Loads the extension.  With node:sqlite, extension loading is disabled afterwards. */
export function load(db: ExtensionHost, options?: LoadOptions): void;
