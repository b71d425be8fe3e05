import { sampleOf, type Sample, type SampleMenu } from '../sample.ts';
import * as bulk from './bulk-calls.ts';
import * as menu from './calls.ts';
import * as menuUpload from './upload-calls.ts';
import * as groups from './modifiers.ts';
import * as order from './reorder-calls.ts';
import * as restore from './restore-calls.ts';

const category = ({ bookId, categoryId }: SampleMenu) => ({ id: bookId, categoryId });

/** The body names rows, though the path does not. */
const isOfRows = { foreignRows: 'not_found' } as const;

export const samples: Sample[] = [
  sampleOf(menu.listBooks, () => ({})),
  sampleOf(menu.createBook, () => ({ body: { name: 'Lunch' } })),
  sampleOf(menu.getBook, (rows) => ({ path: { id: rows.menu.bookId } })),
  sampleOf(menu.editBook, (rows) => ({ path: { id: rows.menu.bookId }, body: { description: 'From noon' } })),
  sampleOf(menu.list, (rows) => ({ query: { menu_book_id: rows.menu.bookId } })),
  sampleOf(menu.createCategory, (rows) => ({ path: { id: rows.menu.bookId }, body: { name: 'Sides' } })),
  sampleOf(menu.editCategory, (rows) => ({ path: category(rows.menu), body: { name: 'Hot' } })),
  sampleOf(menu.listItems, (rows) => ({ path: category(rows.menu) })),
  sampleOf(menu.createItem, (rows) => ({ path: category(rows.menu), body: { name: 'Dal', price_amount: 500 } })),
  sampleOf(menu.editItem, (rows) => ({
    path: { ...category(rows.menu), itemId: rows.menu.itemIds[0]! },
    body: { price_amount: 950 },
  })),
  sampleOf(menu.setAvailability, (rows) => ({
    path: { ...category(rows.menu), itemId: rows.menu.itemIds[2]! },
    body: { is_available: false, duration: 'next_opening' },
  })),
  sampleOf(menu.searchItems, () => ({ query: { search: 'dish' } })),
  // Any file is taken; whether it can be read is found out later.
  sampleOf(menuUpload.upload, (rows) => ({ body: { menu_book_id: rows.menu.bookId, files: ['JVBERi0='] } }), {
    foreignRows: 'not_found',
  }),
  // An id of another restaurant's file is free here: files are kept by restaurant.
  {
    ...sampleOf(menuUpload.storeUploadFile, ({ newId }) => ({ path: { id: newId() }, body: { file: ['JVBERi0='] } })),
    foreignRows: null,
  },
  sampleOf(
    menuUpload.queueUpload,
    ({ restaurantId, menuFileId, newId }) => ({
      body: { restaurant_id: restaurantId, upload_id: newId(), file_ids: [menuFileId] },
    }),
    { foreignRows: 'file_missing' },
  ),
  sampleOf(menuUpload.listUploads, () => ({})),
  sampleOf(menuUpload.getUpload, (rows) => ({ path: { id: rows.menuUploadId } })),
  sampleOf(menuUpload.getUploadPage, (rows) => ({ path: { id: rows.menuUploadId, page: '0' } })),
  sampleOf(menuUpload.settleUpload, (rows) => ({ path: { id: rows.menuUploadId }, body: { outcome: 'seen' } })),
  sampleOf(groups.listGroups, () => ({})),
  sampleOf(groups.createGroup, () => ({ body: { name: 'Sauce', selection_type: 'single' } })),
  sampleOf(groups.editGroup, (rows) => ({ path: { groupId: rows.groupId }, body: { name: 'Dip' } })),
  sampleOf(groups.setModifierAvailability, (rows) => ({
    path: { groupId: rows.groupId, modifierId: rows.modifierId },
    body: { is_available: false },
  })),
  sampleOf(groups.removeGroup, (rows) => ({ path: { groupId: rows.groupId } })),
  sampleOf(
    bulk.bulkItems,
    (rows) => ({ body: { items: [{ id: rows.menu.itemIds[0]!, price_amount: 975, tax_rate_bp: 500 }] } }),
    isOfRows,
  ),
  sampleOf(order.reorderBooks, (rows) => ({ body: { places: [{ id: rows.menu.bookId, sort_order: 2.5 }] } }), isOfRows),
  sampleOf(order.reorderCategories, (rows) => ({
    path: { id: rows.menu.bookId },
    body: { places: [{ id: rows.menu.categoryId, sort_order: -1 }] },
  })),
  sampleOf(order.reorderItems, (rows) => ({
    path: category(rows.menu),
    body: { places: [{ id: rows.menu.itemIds[0]!, sort_order: 1.5 }] },
  })),
  sampleOf(order.reorderGroups, (rows) => ({ body: { places: [{ id: rows.groupId, sort_order: 3 }] } }), isOfRows),
  sampleOf(menu.removeItems, (rows) => ({
    path: category(rows.spareMenu),
    body: { item_ids: rows.spareMenu.itemIds },
  })),
  sampleOf(menu.removeCategory, (rows) => ({ path: category(rows.spareMenu) })),
  sampleOf(menu.removeBook, (rows) => ({ path: { id: rows.spareMenu.bookId } })),
  // What was deleted above, in the other order.
  sampleOf(restore.restoreBook, (rows) => ({ path: { id: rows.spareMenu.bookId }, body: {} })),
  sampleOf(restore.restoreCategory, (rows) => ({ path: category(rows.menu), body: {} })),
  sampleOf(restore.restoreItems, (rows) => ({ body: { item_ids: rows.menu.itemIds } }), isOfRows),
  sampleOf(restore.restoreGroup, (rows) => ({ path: { groupId: rows.groupId }, body: {} })),
];
