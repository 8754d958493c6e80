/** Which bodies touch, where, and which indicators find the time of it. */
export { type CollidableShape, CollidableShapes } from './collidable-shapes.ts'
export { ContactDetection, type DistanceMethod } from './contact-detection.ts'
export { ContactWatch } from './contact-watch.ts'
export { type DeepContact, DeepContacts } from './deep-contacts.ts'
export { type ContactIndicators, NearestIndicators, TwoIndicators } from './indicators.ts'
export { PassWatch } from './pass-watch.ts'
export { updateGeometry, updatePatch } from './update-geometry.ts'
