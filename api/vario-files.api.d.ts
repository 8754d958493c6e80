// Public surface of 'vario/files', written by scripts/api-report.ts.

import { Separator } from 'vario'
import { SignalTable } from 'vario'

const RESULT_FORMATS: readonly ResultFormat[];

type ResultExtension = 'json' | 'csv' | 'vario' | 'parquet' | 'h5' | 'hdf5' | 'vstream';

interface ResultFormat {
    readonly description: string;
    readonly extensions: readonly ResultExtension[];
    readonly isReadable: boolean;
    readonly isWritable: boolean;
    readonly name: string;
}

interface TableOptions {
    readonly columns?: readonly (string | number)[];
    readonly separator?: Separator;
}

function decodeResult(bytes: Uint8Array, extension: ResultExtension): Promise<SignalTable>;

function encodeResult(table: SignalTable, extension: ResultExtension): Promise<Uint8Array>;

function parseTable(text: string, options?: TableOptions): number[][];

function readResult(path: string): Promise<SignalTable>;

function readTable(path: string, options?: TableOptions): Promise<number[][]>;

function resultExtensionOf(path: string): ResultExtension;

function writeResult(table: SignalTable, path: string, options?: {
    readonly signal?: {
        readonly aborted: boolean;
    };
}): Promise<void>;
