import { isDeepStrictEqual } from 'node:util';
import { namesOf } from '../../contract/entity-fields.ts';
import { promotionFields } from '../../contract/promotions/promotion-fields.ts';
import * as contract from '../../contract/promotions/calls.ts';
import type { Promotion } from '../../contract/promotions/calls.ts';
import {
  editedPromotion,
  enabledPromotion,
  faultsOfPromotion,
  newPromotion,
  withStatus,
} from '../../contract/promotions/new-rows.ts';
import { PAGE_LIMIT_MAX, PAGE_SIZE } from '../../contract/limits.ts';
import { readPaging } from '../../contract/query.ts';
import { changedFields } from '../db/changed-fields.ts';
import { refuseMissingImages } from '../files/store.ts';
import { newRowId, newRowValues, stampOf } from '../pipeline/new-row-values.ts';
import { readDateRange } from '../pipeline/date-range.ts';
import {
  answer,
  answerTaken,
  defineHandler,
  refuse,
  Refusal,
  type BaseContext,
  type Handler,
} from '../pipeline/handler.ts';
import { metaOf } from '../pipeline/paging.ts';
import { loadRestaurant } from '../restaurants/store.ts';
import { mergeFields, standingChanges } from '../db/field-merge.ts';
import { storeFormImage } from './image.ts';
import { allPromotions, findByCode, findPromotion, insertPromotion, updatePromotion, wasUsed } from './store.ts';

const list = defineHandler(contract.list, async (c) => {
  const paging = readPaging(c.query, { limit: PAGE_SIZE, max: PAGE_LIMIT_MAX });
  const days = readDateRange(c.query.date, await loadRestaurant(c.db, c.restaurantId));
  if (days instanceof Refusal) return days;
  const { promotion_status: status } = c.query;
  const found = (await allPromotions(c.db, c.restaurantId, c.now)).filter(
    (one) =>
      (status === undefined ? one.archived_at === null : one.promotion_status === status) &&
      (days === undefined || runsWithin(one, days)),
  );
  const page = found.slice(paging.offset, paging.offset + paging.limit);
  return answer(page, { meta: metaOf(found.length, paging) });
});

const get = defineHandler(contract.get, async (c) => {
  const found = await findPromotion(c.db, c.restaurantId, c.path.id, c.now);
  return found ? found.promotion : refuse('not_found');
});

const create: Handler<typeof contract.create> = {
  ...defineHandler(contract.create, async (c) => {
    const id = newRowId(c, c.body);
    const { id: _, image: __, ...body } = c.body;
    const found = await findPromotion(c.db, c.restaurantId, id, c.now);
    const { currency } = await loadRestaurant(c.db, c.restaurantId);
    if (found) {
      const { promotion } = found;
      const again = newPromotion(body, { ...promotion, at: promotion.created_at, actor: null }, currency);
      const isSame = namesOf(promotionFields).every((name) => isDeepStrictEqual(promotion[name], again[name]));
      return answerTaken(promotion, isSame);
    }
    const checked = newPromotion(body, { id, at: c.now.toISOString(), actor: c.actor, version: 0 }, currency);
    const faults = faultsOfPromotion(checked);
    if (faults) return refuse('invalid_fields', { field_errors: faults });
    const refusal = (await refuseMissingImages({ ...c, body })) ?? (await refuseDuplicateCode(c, checked));
    if (refusal) return refusal;
    const promotion = newPromotion(body, await newRowValues(c, id), currency);
    await insertPromotion(c.db, c.restaurantId, promotion);
    return promotion;
  }),
  async prepare(services, c) {
    const { image: [image] = [], ...body } = c.body;
    if (image === undefined) return body;
    const image_url = await storeFormImage(services, c, image);
    return image_url instanceof Refusal ? image_url : { ...body, image_url };
  },
};

/** Merged by field: the later edit of a field wins, in whatever order devices send them. */
const edit = defineHandler(contract.edit, async (c) => {
  const found = await findPromotion(c.db, c.restaurantId, c.path.id, c.now);
  if (!found) return refuse('not_found');
  const { promotion, fieldChanges } = found;
  if (promotion.archived_at !== null) return refuse('promotion_archived', { current: promotion });
  const at = c.now.toISOString();
  const { wins, lost, changes } = mergeFields({
    edit: editOf(c, c.body),
    named: namesOf(promotionFields).filter((field) => c.body[field] !== undefined),
    changes: fieldChanges,
    isSame: (field) =>
      isDeepStrictEqual(editedPromotion(promotion, { [field]: c.body[field] }, at)[field], promotion[field]),
  });
  const next = editedPromotion(promotion, Object.fromEntries(wins.map((field) => [field, c.body[field]])), at);
  const faults = faultsOfPromotion(next);
  if (faults) return refuse('invalid_fields', { field_errors: faults });
  const refusal = (await refuseMissingImages(c)) ?? (await refuseDuplicateCode(c, next));
  if (refusal) return refusal;
  const edited = changes ? await save(c, promotion, next, changes) : promotion;
  if (lost.length === 0) return edited;
  const fields = standingChanges(lost, fieldChanges, promotion);
  return answer(edited, { notice: { code: 'superseded', current: edited, fields } });
});

const setEnabled = async (
  c: BaseContext & { path: { id: string }; body: { device_name?: string } },
  isEnabled: boolean,
) => {
  const found = await findPromotion(c.db, c.restaurantId, c.path.id, c.now);
  if (!found) return refuse('not_found');
  const { promotion, fieldChanges } = found;
  if (promotion.archived_at !== null) return refuse('promotion_archived', { current: promotion });
  const next = enabledPromotion(promotion, isEnabled, c.occurredAt);
  const { wins, lost, changes } = mergeFields({
    edit: editOf(c, c.body),
    named: ['is_enabled'],
    changes: fieldChanges,
    isSame: () => !changedFields(promotion, next),
  });
  if (lost.length > 0) return answer(promotion, { notice: { code: 'superseded', current: promotion } });
  if (!changes || wins.length === 0) return answer(promotion, { notice: { code: 'already_done', current: promotion } });
  return save(c, promotion, withStatus(next, c.now.toISOString()), changes);
};

const pause = defineHandler(contract.pause, (c) => setEnabled(c, false));
const resume = defineHandler(contract.resume, (c) => setEnabled(c, true));

const archive = defineHandler(contract.archive, async (c) => {
  const found = await findPromotion(c.db, c.restaurantId, c.path.id, c.now);
  if (!found) return refuse('not_found');
  const { promotion, fieldChanges } = found;
  if (promotion.archived_at !== null)
    return answer(promotion, { notice: { code: 'already_done', current: promotion } });
  return save(c, promotion, withStatus({ ...promotion, archived_at: c.occurredAt }, c.occurredAt), fieldChanges);
});

const remove = defineHandler(contract.remove, async (c) => {
  const found = await findPromotion(c.db, c.restaurantId, c.path.id, c.now);
  if (!found) return refuse('not_found');
  const { promotion } = found;
  if (await wasUsed(c.db, c.restaurantId, promotion.id)) return refuse('promotion_used', { current: promotion });
  const stamp = { ...(await stampOf(c)), deleted_at: c.now.toISOString() };
  await updatePromotion(c.db, c.restaurantId, promotion.id, stamp);
  return { id: promotion.id };
});

export const routes: Handler[] = [list, get, create, edit, pause, resume, archive, remove];

const editOf = (c: BaseContext, { device_name }: { device_name?: string | undefined }) => ({
  at: c.occurredAt,
  opId: c.opId,
  by: c.actor,
  deviceName: device_name ?? null,
});

async function save(
  c: BaseContext,
  promotion: Promotion,
  next: Promotion,
  field_changes: NonNullable<Awaited<ReturnType<typeof findPromotion>>>['fieldChanges'],
): Promise<Promotion> {
  const stamp = await stampOf(c);
  await updatePromotion(c.db, c.restaurantId, promotion.id, {
    ...changedFields(promotion, next),
    ...stamp,
    field_changes,
  });
  return { ...next, ...stamp };
}

async function refuseDuplicateCode(c: BaseContext, { id, code }: Promotion): Promise<Refusal | null> {
  const other = code === null ? null : await findByCode(c.db, c.restaurantId, code, c.now);
  return other && other.id !== id ? refuse('promotion_code_taken', { current: other }) : null;
}

/** From its start, or from when it was enabled, to its end. */
function runsWithin(promotion: Promotion, { from, to }: { from: string; to: string }): boolean {
  const { starts_at, published_at, created_at, ends_at, archived_at } = promotion;
  const end = ends_at ?? archived_at;
  return (starts_at ?? published_at ?? created_at) < to && (end === null || end > from);
}
