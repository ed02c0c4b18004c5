import * as z from 'zod/mini';
import { AppError } from '#platform/errors.ts';
import { requireScope } from '#platform/scopes.ts';
import { createShipment, type Shipment } from '#platform/shipping.ts';
import { Action } from '../../broker/action.svelte.ts';
import type { Broker } from '../../broker/broker.ts';
import { m } from '../../broker/messages.ts';
import type { Desk } from '../desk.svelte.ts';
import { sayFieldCode, sayFieldProblems, type FieldProblems } from '../field-problems.ts';
import { draftParcel, type DeskParcel } from '../parcel.ts';
import { createPhoneReader } from '../../contract/phone.ts';
import { shapeOfPostcode } from '../postcode.ts';
import { profileOf, readProfiles, type Profile } from '../profiles.ts';
import { requireConnection } from '../require-connection.ts';
import { findSentBefore, type SentBefore } from '../same-order.ts';
import { sendParcel } from '../send-parcel.ts';
import { findShipmentErrors, shipmentOf, type ShipmentCode } from './shipment-of.ts';
import {
  emptyShipment,
  nextShipment,
  writeLikeParcel,
  writtenShipmentSchema,
  type ChosenPoint,
} from './written-shipment.ts';
import { plain } from '../plain.ts';

export const SEND_DRAFT = 'send-draft';

const draftSchema = z.object({
  written: writtenShipmentSchema,
  /** The parcel on the desk that the form became when it was sent. */
  parcelId: z.catch(z.nullable(z.string()), null),
});

/**
 * The form of one parcel, and its way to the platform. What is typed is a draft until it is sent; the draft then names its parcel on the
 * desk, so that a crash in between can't make two of it.
 */
export class SendWork {
  written = $state(emptyShipment());
  /** Whether the form has what was kept of it. */
  ready = $state(false);
  /** null: none is kept yet. */
  profile = $state.raw<Profile | null>(null);
  problems = $state.raw<FieldProblems>({});
  /** Parcels with the same order number that were sent before: it is asked whether to send another. */
  before = $state.raw<readonly SentBefore[]>([]);
  readonly sending = new Action();
  /** What the form began with, or left behind: sending waits for it. */
  #settling = Promise.resolve();
  #parcelId = $state<string | null>(null);
  /** What the form became; null: it wasn't sent yet, or the desk has forgotten it. */
  readonly parcel: DeskParcel | null = $derived.by(() =>
    this.#parcelId === null ? null : this.desk.find(this.#parcelId),
  );

  constructor(
    readonly desk: Desk,
    readonly broker: Broker,
  ) {}

  /** While it is sent from the form, that stays: if nothing comes of it, the focus is still in it. */
  #isLeaving = $state(false);
  /** Whether the form may be written in: it isn't sent, or was refused. */
  readonly isOpen: boolean = $derived.by(() => {
    const state = this.parcel?.state ?? 'draft';
    return this.#isLeaving || state === 'draft' || state === 'refused';
  });

  /** Whether something is typed that wasn't sent; what is often the same for the next parcel isn't counted. */
  get isTyped(): boolean {
    const typed = plain(this.written);
    return this.isOpen && JSON.stringify(typed) !== JSON.stringify(nextShipment(typed));
  }

  /** @param carried point that was chosen on the locator */
  async begin(carried: ChosenPoint | null): Promise<void> {
    await this.#settle(async () => {
      const draft = await this.desk.readSetting(SEND_DRAFT, draftSchema);
      if (draft === null) return;
      [this.written, this.#parcelId] = [draft.written, draft.parcelId];
      this.#tellRefusal();
    });
    if (carried === null) return;
    if (!this.isOpen) this.next();
    this.choosePoint(carried);
  }

  /** Fills the form for another parcel like an earlier one, in the place of what was kept of it. */
  async beginLike(parcel: DeskParcel): Promise<void> {
    this.again();
    this.written = writeLikeParcel(parcel);
    await this.#settle(async () => {
      this.profile = profileOf((await readProfiles(this.desk)).profiles, parcel);
    });
  }

  /** What is kept of it, as plain data. */
  snapshot = () => ({ written: plain(this.written), parcelId: this.#parcelId });

  /** Takes back what was said of a field that is written in again. */
  forgive(path: string): void {
    const { [path]: forgiven, ...others } = this.problems;
    if (forgiven !== undefined) this.problems = others;
  }

  choosePoint(point: ChosenPoint | null): void {
    this.forgive('destination.pointId');
    Object.assign(this.written, { to: 'point', point, toAsLast: false });
  }

  #settle(work: () => Promise<void>): Promise<void> {
    return (this.#settling = this.sending.run(work));
  }

  /**
   * Sends what is written, once what was begun before is settled, and once however often it is called meanwhile. What is wrong with it is in
   * `problems`, why it failed in `sending.failure`, and what there is to ask first in `before`.
   * @param isSure whether it is to be sent although its order number was sent before
   */
  async send(isSure = false): Promise<void> {
    if (this.#isLeaving || !this.isOpen) return;
    this.#isLeaving = true;
    await this.#settling;
    await this.#send(isSure);
    this.#isLeaving = false;
  }

  async #send(isSure: boolean): Promise<void> {
    const { profile } = this;
    this.before = [];
    // The form says who is missing.
    if (profile === null) return;
    await this.sending.run(async () => {
      const terms = { profile, readPhone: await createPhoneReader() };
      const written = plain(this.written);
      const shipment = shipmentOf(written, terms);
      const errors = findShipmentErrors(written, shipment, terms);
      const { countryCode } = shipment.destination;
      this.problems = sayFieldProblems(errors, (code) => sayCode(code, countryCode));
      if (errors.length > 0) return;
      this.before = isSure ? [] : this.#findBefore(shipment);
      if (this.before.length > 0) return;
      await this.#requirePlatform();
      await this.#ask(await this.#keepParcel(shipment, written.to === 'point' ? written.point!.name : ''));
    });
  }

  #findBefore(shipment: Shipment): SentBefore[] {
    // Without an order number nothing says that it isn't a second parcel for the same person.
    if (shipment.references === undefined) return [];
    const draft = draftParcel({ organizationId: this.desk.organizationId, shipment });
    return findSentBefore([draft], this.desk.parcels);
  }

  /** Asks again about a parcel without an answer: by its id, so that it is created once. */
  async askAgain(): Promise<void> {
    const { parcel } = this;
    if (parcel === null) return;
    await this.sending.run(async () => {
      await this.#requirePlatform();
      await this.#ask(parcel);
    });
  }

  /** @throws AppError if nothing can be sent now: then nothing is kept as a parcel either */
  async #requirePlatform(): Promise<void> {
    const { session } = this.broker;
    session.requireOwn();
    requireScope(session.grantedScopes, createShipment);
    await requireConnection();
  }

  async #ask({ id }: DeskParcel): Promise<void> {
    await sendParcel(this.desk, this.broker, id);
    this.#tellRefusal();
  }

  #tellRefusal(): void {
    if (this.parcel?.state !== 'refused' || this.parcel.problem === null) return;
    const { code, fields, requestId } = this.parcel.problem;
    // `parcels[0].weight` as `parcels.0.weight`, which the inputs have.
    const written = fields.map((field) => ({ ...field, path: field.path.replaceAll(/\[(\w+)\]/g, '.$1') }));
    this.problems = sayFieldProblems(written);
    this.sending.failure = new AppError(code, 'The platform refused the parcel.', {
      ...(requestId !== null && { requestId }),
    });
  }

  /** The parcel to send: what an earlier press left, if it is the same and was never asked about; else a new one in its place. */
  async #keepParcel(shipment: Shipment, pointName: string): Promise<DeskParcel> {
    const before = this.parcel;
    if (before?.state === 'draft' && JSON.stringify(before.shipment) === JSON.stringify(shipment))
      return before;
    const parcel = draftParcel({ organizationId: this.desk.organizationId, shipment, pointName });
    this.#parcelId = parcel.id;
    // The draft first: after a crash it must not look unsent beside its parcel.
    await this.desk.keepSetting(SEND_DRAFT, this.snapshot());
    await this.desk.putParcels([parcel]);
    if (before?.state === 'draft' || before?.state === 'refused') await this.desk.removeParcels([before.id]);
    return parcel;
  }

  /** The same contents for another parcel. */
  again(): void {
    [this.#parcelId, this.problems, this.sending.failure] = [null, {}, null];
  }

  /** For another recipient. */
  next(): void {
    this.again();
    this.written = nextShipment(plain(this.written));
  }

  /** Also removes what an earlier press left on the desk, if it was never asked about. */
  async clear(): Promise<void> {
    const { parcel } = this;
    this.next();
    await this.#settle(async () => {
      if (parcel?.state === 'draft' || parcel?.state === 'refused')
        await this.desk.removeParcels([parcel.id]);
    });
  }
}

const SENTENCES: Readonly<Record<ShipmentCode, (country: string) => string>> = {
  point: () => m.send_point_missing(),
  phone: () => m.phone_invalid(),
  number: () => m.import_must_number(),
  postcode: (country) => m.import_must_postcode({ example: shapeOfPostcode(country) ?? '' }),
};

const sayCode = (code: string, country: string) =>
  Object.hasOwn(SENTENCES, code) ? SENTENCES[code as ShipmentCode](country) : sayFieldCode(code);
