import { VarioError } from '../../base/index.ts'

/** A joint could be accelerated without a force: nothing that it moves has inertia in this direction and pose. */
export class SingularInertiaError extends VarioError {
  /** Index of the body whose joint it is. */
  readonly body: number

  constructor(body: number) {
    super(
      'SINGULAR_INERTIA',
      `bodies[${body}]: the joint of this body moves no inertia in one of its directions. Expected mass or ` +
        'inertia on the body or on those that hang on it, and no two axes in line with only massless bodies between.',
      { body },
    )
    this.body = body
  }
}
