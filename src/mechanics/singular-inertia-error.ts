import { VarioError } from '../base/index.ts'

/**
 * Error for a joint that could be accelerated without a force: nothing that it moves has inertia in this direction and
 * pose.
 */
export class SingularInertiaError extends VarioError {
  /** Index of the body moved by the joint. */
  readonly body: number

  constructor(body: number) {
    super(
      'SINGULAR_INERTIA',
      `bodies[${body}]: the joint of this body moves no inertia in one of its directions. Expected mass or ` +
        'inertia on the body or its descendants, and no two aligned axes with only massless bodies between.',
      { body },
    )
    this.body = body
  }
}
