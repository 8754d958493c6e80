/** Model and data of contacts, with the functions over both as methods, for tests with many calls. */
import type { Tree, TreeData } from 'vario/mechanics'
import type { CollidableShape } from '../../../src/mechanics/contact/collidable-shapes.ts'
import { createContactData } from '../../../src/mechanics/contact/contact-data.ts'
import {
  areInContact,
  type ContactInfo,
  computePenetrationScale,
  listContacts,
  readContact,
} from '../../../src/mechanics/contact/contact-listing.ts'
import { type ContactMethods, createContactModel } from '../../../src/mechanics/contact/contact-model.ts'
import type { ContactOptions } from '../../../src/mechanics/contact/contact-options.ts'
import type { ContactRules } from '../../../src/mechanics/contact/contact-rules.ts'
import { computeMaxStep, endContactStep } from '../../../src/mechanics/contact/contact-steps.ts'
import { addContactForces, updateContactGeometry } from '../../../src/mechanics/contact/evaluate-contacts.ts'
import { evaluateIndicators } from '../../../src/mechanics/contact/evaluate-indicators.ts'
import { inheritContacts, startContacts } from '../../../src/mechanics/contact/start-contacts.ts'

export interface SceneContactsDeclaration {
  readonly shapes: readonly CollidableShape[]
  readonly rules: ContactRules
  readonly options?: ContactOptions
  readonly methods?: ContactMethods
}

export class SceneContacts {
  readonly model
  readonly data

  constructor(tree: Tree, treeData: TreeData, declaration: SceneContactsDeclaration) {
    const { shapes, rules, options, methods } = declaration
    this.model = createContactModel(tree, shapes, rules, options, methods)
    this.data = createContactData(this.model, treeData)
  }

  get indicators(): Float64Array {
    return this.data.indicators.values
  }

  get indicatorDirections(): Int8Array {
    return this.data.indicators.directions
  }

  get nContact(): number {
    return this.data.contacts.n
  }

  get couplings(): readonly (readonly [number, number])[] {
    return this.data.couplings
  }

  get dissipation(): number {
    return this.data.dissipation
  }

  get elasticEnergy(): number {
    return this.data.elasticEnergy
  }

  start(): boolean {
    return startContacts(this.model, this.data)
  }

  inherit(previous: SceneContacts): void {
    inheritContacts(this.data, previous.model, previous.data)
  }

  addForces(): void {
    updateContactGeometry(this.model, this.data)
    addContactForces(this.model, this.data)
  }

  evaluateIndicators(): void {
    evaluateIndicators(this.data)
  }

  computeMaxStep(atMost = Infinity): number {
    return computeMaxStep(this.model, this.data, atMost)
  }

  endStep(t: number, onPass: (path1: string, path2: string) => void): void {
    endContactStep(this.model, this.data, t, onPass)
  }

  computePenetrationScale(body: number, gravity: number): number {
    return computePenetrationScale(this.model, body, gravity)
  }

  areInContact(i: number, j: number): boolean {
    return areInContact(this.data, i, j)
  }

  list(): ContactInfo[] {
    return listContacts(this.model, this.data)
  }

  read(i: number, j: number, out: Float64Array, o: number): boolean {
    return readContact(this.data, i, j, out, o)
  }
}
