import { Migration } from '@medusajs/framework/mikro-orm/migrations';

const TIMES =
  '"created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null';

export class Migration20261127000000 extends Migration {
  override up(): Promise<void> {
    this.addSql(
      `create table if not exists "droppoint_pickup" ("id" text not null, "cart_id" text null, "order_id" text null, "point" jsonb null, "problem" text null, "alternatives" jsonb null, "own_address" jsonb null, "checked_at" timestamptz null, "is_done" boolean not null default false, "return" jsonb null, ${TIMES}, constraint "droppoint_pickup_pkey" primary key ("id"));`,
    );
    this.addSql(
      `create table if not exists "droppoint_parcel" ("id" text not null, "number" text not null, "order_id" text not null, "deduplication_id" text not null, "fulfillment_id" text null, "is_cancelled" boolean not null default false, "state" text null, "state_at" timestamptz null, "label_type" text null, "label_file_id" text null, ${TIMES}, constraint "droppoint_parcel_pkey" primary key ("id"));`,
    );
    this.addSql(
      `create table if not exists "droppoint_open_parcel" ("id" text not null, "order_id" text not null, "parcel" text not null, ${TIMES}, constraint "droppoint_open_parcel_pkey" primary key ("id"));`,
    );
    for (const [table, column, unique] of [
      ['pickup', 'cart_id', 'unique '],
      ['pickup', 'order_id', 'unique '],
      ['pickup', 'deleted_at', ''],
      ['parcel', 'number', 'unique '],
      ['parcel', 'order_id', ''],
      ['parcel', 'deleted_at', ''],
      ['open_parcel', 'order_id', 'unique '],
      ['open_parcel', 'deleted_at', ''],
    ])
      this.addSql(
        `create ${unique}index if not exists "IDX_droppoint_${table}_${column}${unique && '_unique'}" on "droppoint_${table}" ("${column}") where deleted_at is null;`,
      );
    return Promise.resolve();
  }

  override down(): Promise<void> {
    for (const table of ['pickup', 'parcel', 'open_parcel'])
      this.addSql(`drop table if exists "droppoint_${table}" cascade;`);
    return Promise.resolve();
  }
}
