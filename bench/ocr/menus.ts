/** A menu to draw, and at the same time what a reader must find on it. */
export interface DrawnMenu {
  title: string;
  /** Lines that are no dishes: allergens, service charge, opening hours. */
  notes: string[];
  categories: DrawnCategory[];
}

export interface DrawnCategory {
  name: string;
  /** Headings over the price columns. */
  sizes?: string[];
  items: DrawnItem[];
}

export interface DrawnItem {
  name: string;
  description?: string;
  /** Minor units; several for sizes in columns. */
  prices: number[];
  /** V, VG, GF and the like, printed behind the name. */
  marks?: string;
}

function item(name: string, price: number | number[], description = '', marks = ''): DrawnItem {
  return {
    name,
    prices: [price].flat(),
    ...(description ? { description } : {}),
    ...(marks ? { marks } : {}),
  };
}

export const bistro: DrawnMenu = {
  title: 'The Copper Pan',
  notes: [
    'Please tell us about any allergies before you order.',
    'A discretionary service charge of 12.5% is added to tables of 6 or more.',
    'Open Tuesday to Sunday 12:00 - 22:30',
    'Call 020 7946 0018 to book',
  ],
  categories: [
    {
      name: 'Starters',
      items: [
        item('Leek and Potato Soup', 650, 'Toasted sourdough, salted butter', 'V'),
        item('Smoked Mackerel Pate', 795, 'Pickled cucumber, oatcakes'),
        item('Crispy Whitebait', 725, 'Lemon, tartare sauce'),
        item('Beetroot Carpaccio', 850, "Goat's curd, walnuts, orange", 'V, GF'),
      ],
    },
    {
      name: 'Mains',
      items: [
        item('Roast Chicken Breast', 1650, 'Fondant potato, tarragon jus'),
        item('Pan Fried Sea Bass', 1895, 'Brown shrimp butter, samphire', 'GF'),
        item('Braised Beef Cheek', 1975, 'Celeriac mash, glazed carrots'),
        item('Wild Mushroom Risotto', 1450, 'Aged parmesan, truffle oil', 'V'),
        item('Steak and Ale Pie', 1595, 'Buttered greens, gravy'),
      ],
    },
    {
      name: 'Sides',
      items: [item('Skin on Fries', 425), item('Tenderstem Broccoli', 475), item('House Salad', 450)],
    },
    {
      name: 'Desserts',
      items: [
        item('Sticky Toffee Pudding', 750, 'Butterscotch, vanilla ice cream'),
        item('Lemon Posset', 695, 'Shortbread, raspberries'),
        item('British Cheese Board', 1100, 'Quince jelly, crackers'),
      ],
    },
  ],
};

export const curry: DrawnMenu = {
  title: 'Saffron Garden',
  notes: ['Dishes may contain traces of nuts.', 'Free delivery on orders over £20 within 3 miles'],
  categories: [
    {
      name: 'APPETISERS',
      items: [
        item('1. Onion Bhaji', 395),
        item('2. Vegetable Samosa', 425),
        item('3. Chicken Tikka Starter', 550),
        item('4. Seekh Kebab', 525),
      ],
    },
    {
      name: 'HOUSE CURRIES',
      items: [
        item('10. Chicken Korma', 895, 'Coconut, almond and cream, very mild'),
        item('11. Lamb Rogan Josh', 1050, 'Tomatoes, peppers and fresh coriander'),
        item('12. King Prawn Jalfrezi', 1295, 'Green chillies, onions, medium hot'),
        item('13. Saag Paneer', 875, 'Spinach and Indian cheese'),
      ],
    },
    {
      name: 'RICE AND BREAD',
      items: [
        item('20. Pilau Rice', 325),
        item('21. Mushroom Rice', 375),
        item('22. Garlic Naan', 350),
        item('23. Peshwari Naan', 375),
        item('24. Tandoori Roti', 250),
      ],
    },
  ],
};

export const pizzeria: DrawnMenu = {
  title: 'Forno Rosso',
  notes: ['Gluten free base available on request', 'All prices include VAT'],
  categories: [
    {
      name: 'Pizza',
      sizes: ['Small', 'Medium', 'Large'],
      items: [
        item('Margherita', [850, 1050, 1250], 'Tomato, mozzarella, basil'),
        item('Quattro Formaggi', [1025, 1225, 1425], 'Four Italian cheeses'),
        item('Diavola', [1075, 1275, 1475], 'Spicy salami, chilli oil'),
        item('Prosciutto e Funghi', [1095, 1295, 1495], 'Ham, chestnut mushrooms'),
        item('Ortolana', [975, 1175, 1375], 'Grilled vegetables, pesto'),
      ],
    },
    {
      name: 'Drinks',
      sizes: ['Glass', 'Bottle'],
      items: [item('House Red', [525, 2100]), item('Pinot Grigio', [595, 2400]), item('San Pellegrino', [275, 495])],
    },
  ],
};

export const brasserie: DrawnMenu = {
  title: 'Café Lumière',
  notes: ['Service compris', 'Allergènes : demandez au serveur'],
  categories: [
    {
      name: 'Entrées',
      items: [
        item('Soupe à l’oignon', 850, 'croûtons, fromage gratiné'),
        item('Salade de chèvre', 1150, 'miel, noix, jeunes pousses'),
        item('Terrine de campagne', 920, 'cornichons, pain grillé'),
      ],
    },
    {
      name: 'Plats',
      items: [
        item('Steak frites', 2150, 'sauce au poivre'),
        item('Moules marinières', 1790, 'vin blanc, persil'),
        item('Confit de canard', 2340, 'pommes sautées'),
        item('Risotto aux champignons', 1680, 'parmesan, huile de truffe'),
      ],
    },
    {
      name: 'Desserts',
      items: [item('Tarte au citron', 780), item('Mousse au chocolat', 720), item('Crème caramel', 690)],
    },
  ],
};

export const grill: DrawnMenu = {
  title: 'OAK & EMBER',
  notes: ['Consuming raw or undercooked meats may increase your risk of foodborne illness', 'Follow us @oakandember'],
  categories: [
    {
      name: 'Small Plates',
      items: [
        item('DEVILED EGGS', 900, 'smoked paprika, chives'),
        item('CHARRED OCTOPUS', 1700, 'white beans, salsa verde'),
        item('CORNBREAD SKILLET', 800, 'honey butter, sea salt'),
      ],
    },
    {
      name: 'From the Grill',
      items: [
        item('RIBEYE 14 OZ', 4800, 'bone marrow butter'),
        item('HALF CHICKEN', 2600, 'lemon, garlic, rosemary'),
        item('PORK CHOP', 3100, 'apple mostarda, sage'),
        item('CEDAR PLANK SALMON', 2900, 'dill cream, new potatoes'),
      ],
    },
    {
      name: 'Sweets',
      items: [item('PECAN TART', 1100, 'bourbon caramel'), item('KEY LIME PIE', 1000, 'graham cracker crust')],
    },
  ],
};

export const tavern: DrawnMenu = {
  title: 'The Old Ferry Inn',
  notes: ['Food served 12pm to 9pm', 'Ask for our allergen list'],
  categories: [
    {
      name: 'To Begin',
      items: [
        item('Slow roasted tomato and red pepper soup with basil cream', 625),
        item('Breaded brie wedges with spiced cranberry and port chutney', 695),
        item('Salt and pepper squid', 745),
      ],
    },
    {
      name: 'Main Courses',
      items: [
        item('Twelve hour shoulder of lamb with rosemary and redcurrant gravy', 1895),
        item('Beer battered haddock, chips and crushed minted peas', 1495),
        item('Butternut squash and sage ravioli', 1350),
        item('Gammon steak, fried egg and pineapple', 1395),
      ],
    },
    {
      name: 'Sandwiches',
      items: [item('Fish finger sandwich', 850), item('Mature cheddar and pickle', 695), item('Club sandwich', 975)],
    },
  ],
};
