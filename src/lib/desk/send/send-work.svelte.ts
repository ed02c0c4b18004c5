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
  /** Id of the parcel that the form became when it was sent. */
  parcelId: z.catch(z.nullable(z.string()), null),
});

/**
 * Controls the form of one parcel and sends it. The input is saved as a draft. When it is sent, the draft
 * refers to the parcel on the desk, so that a crash in between can't create two.
 */
export class SendWork {
  written = $state(emptyShipment());
  /** Whether the saved draft has been loaded into the form. */
  ready = $state(false);
  /** null: no sender yet. */
  profile = $state.raw<Profile | null>(null);
  problems = $state.raw<FieldProblems>({});
  /** Earlier parcels with the same order number. The user must confirm before another is sent. */
  before = $state.raw<readonly SentBefore[]>([]);
  readonly sending = new Action();
  /** The load or cleanup in progress, which sending waits for. */
  #settling = Promise.resolve();
  #parcelId = $state<string | null>(null);
  /** The parcel that the form became; null: not sent yet, or removed from the desk. */
  readonly parcel: DeskParcel | null = $derived.by(() =>
    this.#parcelId === null ? null : this.desk.find(this.#parcelId),
  );

  constructor(
    readonly desk: Desk,
    readonly broker: Broker,
  ) {}

  /** While the form is being sent it stays open, so that it still has the focus if sending fails. */
  #isLeaving = $state(false);
  /** Whether the form is editable: the parcel wasn't sent, or was refused. */
  readonly isOpen: boolean = $derived.by(() => {
    const state = this.parcel?.state ?? 'draft';
    return this.#isLeaving || state === 'draft' || state === 'refused';
  });

  /** Whether the form has unsent input. Fields that carry over to the next parcel don't count. */
  get isTyped(): boolean {
    const typed = plain(this.written);
    return this.isOpen && JSON.stringify(typed) !== JSON.stringify(nextShipment(typed));
  }

  /** @param carried point that the user chose on the locator; null: none */
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

  /** Fills the form from an earlier parcel, in place of the saved draft. */
  async beginLike(parcel: DeskParcel): Promise<void> {
    this.again();
    this.written = writeLikeParcel(parcel);
    await this.#settle(async () => {
      this.profile = profileOf((await readProfiles(this.desk)).profiles, parcel);
    });
  }

  /** Serializable draft of the form. */
  snapshot = () => ({ written: plain(this.written), parcelId: this.#parcelId });

  /** Clears the error of a field once the user edits it. */
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
   * Sends the form after earlier work has finished. Calls during sending are ignored. Afterwards,
   * `problems` contains errors of the input, `sending.failure` the reason of a failure, and `before` the
   * earlier parcels to confirm first.
   * @param isSure whether the user has confirmed sending the order number again
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
    // The form itself reports a missing sender.
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
    // Without an order number, it may well be a second parcel for the same person.
    if (shipment.references === undefined) return [];
    const draft = draftParcel({ organizationId: this.desk.organizationId, shipment });
    return findSentBefore([draft], this.desk.parcels);
  }

  /** Repeats the call for a parcel with an unknown outcome. The same id ensures that it is created once. */
  async askAgain(): Promise<void> {
    const { parcel } = this;
    if (parcel === null) return;
    await this.sending.run(async () => {
      await this.#requirePlatform();
      await this.#ask(parcel);
    });
  }

  /** Called before the parcel is stored. @throws AppError if nothing can be sent now */
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
    // `parcels[0].weight` as `parcels.0.weight`, as the inputs have it.
    const written = fields.map((field) => ({ ...field, path: field.path.replaceAll(/\[(\w+)\]/g, '.$1') }));
    this.problems = sayFieldProblems(written);
    this.sending.failure = new AppError(code, 'The platform refused the parcel.', {
      ...(requestId !== null && { requestId }),
    });
  }

  /**
   * Returns the parcel to send: the unsent one of an earlier attempt if its content is the same,
   * otherwise a new one that replaces it.
   */
  async #keepParcel(shipment: Shipment, pointName: string): Promise<DeskParcel> {
    const before = this.parcel;
    if (before?.state === 'draft' && JSON.stringify(before.shipment) === JSON.stringify(shipment))
      return before;
    const parcel = draftParcel({ organizationId: this.desk.organizationId, shipment, pointName });
    this.#parcelId = parcel.id;
    // Save the draft first: after a crash it must not look unsent although its parcel is stored.
    await this.desk.keepSetting(SEND_DRAFT, this.snapshot());
    await this.desk.putParcels([parcel]);
    if (before?.state === 'draft' || before?.state === 'refused') await this.desk.removeParcels([before.id]);
    return parcel;
  }

  /** Starts another parcel with the same content. */
  again(): void {
    [this.#parcelId, this.problems, this.sending.failure] = [null, {}, null];
  }

  /** Starts a parcel for another recipient. */
  next(): void {
    this.again();
    this.written = nextShipment(plain(this.written));
  }

  /** Clears the form, and removes a draft or refused parcel of an earlier attempt from the desk. */
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
