// Public surface of 'vario/viewer', written by scripts/api-report.ts.

import { PlotLayout } from 'vario'
import { SignalTable } from 'vario'

type ShowSource = {
    readonly name: string;
    readonly plot?: PlotLayout;
} & ({
    readonly table: SignalTable;
} | {
    readonly bytes: Uint8Array;
} | {
    readonly url: string;
    readonly kind?: 'file' | 'live';
    readonly changes?: string;
});

type Theme = 'light' | 'dark' | 'system';

interface Viewer {
    add(...shows: readonly ShowSource[]): Promise<void>;
    dispose(): void;
    findPixel(place: readonly [
        number,
        number,
        number
    ]): {
        readonly x: number;
        readonly y: number;
    } | null;
    pause(): void;
    play(): void;
    seek(time: number): void;
    select(path: string): void;
    readonly selection: string;
    readonly time: number;
}

interface ViewerOptions {
    readonly shows?: readonly ShowSource[];
    readonly theme?: Theme;
}

function createViewer(element: HTMLElement, options?: ViewerOptions): Viewer;
