import type { CameraPreset, SceneView } from '../scene3d/index.ts'

/** What keys and buttons tell the 3D view, while there is one. */
export class SceneCommands {
  view: SceneView | null = null

  setCamera(preset: CameraPreset): void {
    this.view?.setCamera(preset)
  }
}
