-- For tilemaker 2: the layers of Shortbread 1 that a gazetteer and its house numbers are made of.
node_keys = { "place", "addr:housenumber" }

local languages = { "en", "de", "fr", "es", "it", "nl", "pl", "pt", "cs", "uk" }

function init_function() end
function exit_function() end

local function write_names(object)
  object:Attribute("name", object:Find("name"))
  for _, language in ipairs(languages) do
    local name = object:Find("name:" .. language)
    if name ~= "" then object:Attribute("name_" .. language, name) end
  end
end

function node_function(node)
  local place = node:Find("place")
  if place ~= "" then
    node:Layer("place_labels", false)
    node:Attribute("kind", place)
    write_names(node)
    local people = tonumber(node:Find("population"))
    if people then node:AttributeNumeric("population", people) end
  end
  local number = node:Find("addr:housenumber")
  if number ~= "" then
    node:Layer("addresses", false)
    node:Attribute("housenumber", number)
  end
end

function way_function(way)
  local kind = way:Find("highway")
  if kind ~= "" then
    way:Layer("streets", false)
    way:Attribute("kind", kind)
    if way:Find("name") ~= "" then
      way:Layer("street_labels", false)
      way:Attribute("kind", kind)
      write_names(way)
    end
  end
  local number = way:Find("addr:housenumber")
  if number ~= "" and way:IsClosed() then
    way:LayerAsCentroid("addresses")
    way:Attribute("housenumber", number)
  end
  local land = way:Find("landuse")
  if land ~= "" and way:IsClosed() then
    way:Layer("land", true)
    way:Attribute("kind", land)
  end
end
