// Public surface of 'vario/math', written by scripts/api-report.ts.

interface CscMatrix extends CscPattern {
    readonly values: Float64Array;
}

interface CscPattern {
    readonly colPtr: Int32Array;
    readonly nCols: number;
    readonly nRows: number;
    readonly rowIdx: Int32Array;
}

interface DenseLu {
    readonly a: Float64Array;
    readonly n: number;
    readonly pivots: Int32Array;
}

interface SparseLu {
    readonly analysis: SparseLuAnalysis;
    growth: number;
    hasPivots: boolean;
    readonly inversePivots: Float64Array;
    lValues: Float64Array;
    readonly n: number;
    nPivoted: number;
    nReused: number;
    nnzL: number;
    nnzU: number;
    readonly rowScale: Float64Array;
    uValues: Float64Array;
    readonly x: Float64Array;
}

interface SparseLuAnalysis {
    readonly diagonalRow: Int32Array;
    readonly pattern: CscPattern;
    readonly q: Int32Array;
    readonly structuralRank: number;
    readonly unmatchedColumn: number;
}

function createCscFromTriplets(nRows: number, nCols: number, rows: ArrayLike<number>, cols: ArrayLike<number>, values: ArrayLike<number>): CscMatrix;

function createDenseLu(n: number): DenseLu;

function createPatternFromRows(nCols: number, rows: readonly ArrayLike<number>[]): CscPattern;

function createSparseLu(pattern: CscPattern, analysis?: SparseLuAnalysis): SparseLu;

function ddAdd(out: Float64Array, o: number, a: Float64Array, ia: number, b: Float64Array, ib: number): void;

function ddFromDouble(out: Float64Array, o: number, x: number): void;

function ddSub(out: Float64Array, o: number, a: Float64Array, ia: number, b: Float64Array, ib: number): void;

function ddToDouble(a: Float64Array, ia: number): number;

function factorDenseLu(lu: DenseLu): number;

function factorSparseLu(lu: SparseLu, values: Float64Array): number;

function mat3Mul(out: Float64Array, o: number, a: Float64Array, ia: number, b: Float64Array, ib: number): void;

function mat3MulVec(out: Float64Array, o: number, a: Float64Array, ia: number, v: Float64Array, iv: number): void;

function quatFromRotation(out: Float64Array, o: number, R_AB: Float64Array, iR: number): void;

function quatMul(out: Float64Array, o: number, a: Float64Array, ia: number, b: Float64Array, ib: number): void;

function quatRotateVec(out: Float64Array, o: number, q_AB: Float64Array, iq: number, v_B: Float64Array, iv: number): void;

function quatToRotation(out: Float64Array, o: number, q_AB: Float64Array, iq: number): void;

function rotationFromAxisAngle(out: Float64Array, o: number, axis: Float64Array, iAxis: number, angle: number): void;

function rotationX(out: Float64Array, o: number, angle: number): void;

function rotationY(out: Float64Array, o: number, angle: number): void;

function rotationZ(out: Float64Array, o: number, angle: number): void;

function solveDenseLu(lu: DenseLu, b: Float64Array, bOffset?: number): void;

function solveSparseLu(lu: SparseLu, b: Float64Array, bOffset?: number): void;
