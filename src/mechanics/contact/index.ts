/** Contact of bodies: detection, response, and the handler that joins them. */
export { ContactHandler, type ContactInfo, type Overlap } from './contact-handler.ts'
export type { ContactOptions } from './contact-options.ts'
export type { ContactRules } from './contact-rules.ts'
