/** Where a chat's file lies: private, by restaurant. */
export const fileKey = (restaurantId: string, fileId: string): string => `chat-files/${restaurantId}/${fileId}`;
