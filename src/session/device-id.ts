import { newId } from '../data/ids.ts';

const KEY = 'galley:device';
let kept: string | null = null;

/** This device's id among the restaurant's devices: one per browser, whoever signs in. */
export function deviceId(): string {
  kept ??= read() ?? make();
  return kept;
}

function read(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch (error) {
    console.warn('The local storage cannot be read; this device has another id in each tab', error);
    return null;
  }
}

function make(): string {
  const id = newId();
  try {
    localStorage.setItem(KEY, id);
  } catch (error) {
    console.warn('The local storage cannot be written; this device has another id in each tab', error);
  }
  return id;
}
