/**
 * Coefficients of the explicit Runge–Kutta pair of orders 5(4) of Tsitouras with its free interpolant of order 4
 * [Tsitouras 2011, Computers & Mathematics with Applications 62, 770-775, table 1 and section 4].
 *
 *   g_i = x + h Σ_j A_ij k_j,   k_i = f(t + C_i h, g_i),   x(t + h) = x + h Σ_i B_i k_i
 *
 * Stage 7 is f at the end of the step (C6 = C7 = 1, A_7j = B_j) and the first stage of the next one.
 */

// Nodes.
export const C2 = 0.161
export const C3 = 0.327
export const C4 = 0.9
export const C5 = 0.9800255409045097

// Stages.
export const A21 = 0.161

export const A31 = -0.008480655492356989
export const A32 = 0.335480655492357

export const A41 = 2.8971530571054935
export const A42 = -6.359448489975075
export const A43 = 4.3622954328695815

export const A51 = 5.325864828439257
export const A52 = -11.748883564062828
export const A53 = 7.4955393428898365
export const A54 = -0.09249506636175525

export const A61 = 5.86145544294642
export const A62 = -12.92096931784711
export const A63 = 8.159367898576159
export const A64 = -0.071584973281401
export const A65 = -0.028269050394068383

// Weights of the step, and so the row of stage 7.
export const B1 = 0.09646076681806523
export const B2 = 0.01
export const B3 = 0.4798896504144996
export const B4 = 1.379008574103742
export const B5 = -3.290069515436081
export const B6 = 2.324710524099774

// Error estimator: h Σ E_i k_i is the difference of the solutions of orders 4 and 5.
export const E1 = -0.00178001105222577714
export const E2 = -0.0008164344596567469
export const E3 = 0.007880878010261995
export const E4 = -0.1447110071732629
export const E5 = 0.5823571654525552
export const E6 = -0.45808210592918697
export const E7 = 1 / 66

// Interpolant: x(t + θh) = x + h Σ b_i(θ) k_i with b_i(θ) = Ri1 θ + Ri2 θ² + Ri3 θ³ + Ri4 θ⁴; R11 = 1, other Ri1 = 0.
export const R12 = -2.763706197274826
export const R13 = 2.9132554618219126
export const R14 = -1.0530884977290216

export const R22 = 0.1317
export const R23 = -0.2234
export const R24 = 0.1017

export const R32 = 3.9302962368947516
export const R33 = -5.941033872131505
export const R34 = 2.490627285651253

export const R42 = -12.411077166933676
export const R43 = 30.33818863028232
export const R44 = -16.548102889244902

export const R52 = 37.50931341651104
export const R53 = -88.1789048947664
export const R54 = 47.37952196281928

export const R62 = -27.896526289197286
export const R63 = 65.09189467479366
export const R64 = -34.87065786149661

export const R72 = 1.5
export const R73 = -4
export const R74 = 2.5
