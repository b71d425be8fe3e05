import { sql } from 'drizzle-orm';
import { valuesOf } from '../../contract/entity-fields.ts';
import { reservationFields } from '../../contract/reservations/reservation-fields.ts';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/** What a reservation says of its guest. */
const { name, phone, email, customer_note, staff_note, occasion, allergens } = reservationFields;
export const aboutGuest = valuesOf({ name, phone, email, customer_note, staff_note, occasion, allergens }, {});

/** Events without their notes, the customer's name, and what was changed about the guest. */
export const withoutPeople = (events: AnyPgColumn) => sql`coalesce((SELECT jsonb_agg(
    CASE WHEN event->'actor'->>'kind' = 'customer'
         THEN jsonb_set(event, '{actor}', '{"kind":"customer","id":null,"name":""}')
         ELSE event END || '{"note":null}'
    || CASE WHEN event ? 'changes' THEN jsonb_build_object('changes', (SELECT jsonb_agg(
         CASE WHEN change->>'field' = ANY(${sql.param(Object.keys(aboutGuest))}::text[]) THEN change || '{"from":null,"to":null}' ELSE change END ORDER BY place)
         FROM jsonb_array_elements(event->'changes') WITH ORDINALITY AS c(change, place))) ELSE '{}' END ORDER BY at)
  FROM jsonb_array_elements(${events}) WITH ORDINALITY AS e(event, at)), '[]')`;
